import type { QueryClient } from '@tanstack/react-query'
import { redirect, type RouteObject } from 'react-router'
import { FullPageSpinner } from '#web/kit/feedback/spinner.tsx'
import { adminRoutes } from './admin-routes.tsx'
import { AreaError, ShellError } from './page-errors.tsx'
import { createGuard } from './guard.ts'
import { settingsRoutes } from './settings-routes.tsx'
import { Shell } from './shell.tsx'

/** All routes of the app inside the frame. Their pages are loaded on demand. */
export function createRoutes(queryClient: QueryClient): RouteObject[] {
  const guard = createGuard(queryClient)
  const pages: RouteObject[] = [
    {
      path: '/billing',
      loader: guard('billing'),
      lazy: { Component: async () => (await import('#accounts/billing/ui/billing-page.tsx')).BillingPage },
    },
    {
      path: '/forms',
      loader: guard('forms'),
      lazy: { Component: async () => (await import('#selling/form-editor/ui/forms-page.tsx')).FormsPage },
    },
    {
      path: '/forms/create',
      loader: guard(
        'forms',
        async () => (await import('#selling/forms/contract.ts')).formsContract.createForm,
      ),
      lazy: {
        Component: async () => (await import('#selling/form-editor/ui/new-form-pages.tsx')).CreateFormPage,
      },
    },
    {
      path: '/forms/edit/:id',
      loader: guard('forms'),
      lazy: {
        Component: async () => (await import('#selling/form-editor/ui/edit-form-page.tsx')).EditFormPage,
      },
    },
    {
      path: '/forms/duplicate/:id',
      loader: guard(
        'forms',
        async () => (await import('#selling/forms/contract.ts')).formsContract.createForm,
      ),
      lazy: {
        Component: async () => (await import('#selling/form-editor/ui/new-form-pages.tsx')).DuplicateFormPage,
      },
    },
    {
      path: '/forms/details/:id',
      loader: guard('extras'),
      lazy: {
        Component: async () => (await import('#selling/form-editor/ui/timers/timers-page.tsx')).TimersPage,
      },
    },
    {
      path: '/forms/recovery/:id',
      loader: guard('forms'),
      lazy: { Component: async () => (await import('#selling/recovery/ui/recovery-page.tsx')).RecoveryPage },
    },
    {
      path: '/forms/history/:id',
      loader: guard('forms'),
      lazy: {
        Component: async () => (await import('#selling/form-editor/ui/history/history-page.tsx')).HistoryPage,
      },
    },
    {
      path: '/forms/:id',
      loader: guard('forms'),
      lazy: { Component: async () => (await import('#selling/form-editor/ui/form-page.tsx')).FormPage },
    },
    {
      path: '/bumps',
      loader: guard('products'),
      lazy: { Component: async () => (await import('#selling/products/bumps/ui/bumps-page.tsx')).BumpsPage },
    },
    {
      path: '/bumps/create',
      loader: guard(
        'products',
        async () => (await import('#selling/products/contract.ts')).bumpsContract.createBump,
      ),
      lazy: {
        Component: async () => (await import('#selling/products/bumps/ui/bump-pages.tsx')).CreateBumpPage,
      },
    },
    {
      path: '/bumps/edit/:id',
      loader: guard('products'),
      lazy: {
        Component: async () => (await import('#selling/products/bumps/ui/bump-pages.tsx')).EditBumpPage,
      },
    },
    {
      path: '/one-time-offers',
      loader: guard('products'),
      lazy: {
        Component: async () => (await import('#selling/products/offers/ui/offers-page.tsx')).OffersPage,
      },
    },
    {
      path: '/one-time-offers/create',
      loader: guard(
        'products',
        async () => (await import('#selling/products/contract.ts')).offersContract.createOffer,
      ),
      lazy: {
        Component: async () => (await import('#selling/products/offers/ui/offer-pages.tsx')).CreateOfferPage,
      },
    },
    {
      path: '/one-time-offers/edit/:id',
      loader: guard('products'),
      lazy: {
        Component: async () => (await import('#selling/products/offers/ui/offer-pages.tsx')).EditOfferPage,
      },
    },
    {
      path: '/taxes',
      loader: guard('extras'),
      lazy: { Component: async () => (await import('#selling/taxes/ui/taxes-page.tsx')).TaxesPage },
    },
    {
      path: '/taxes/create',
      loader: guard(
        'extras',
        async () => (await import('#selling/taxes/contract.ts')).taxesContract.createTax,
      ),
      lazy: { Component: async () => (await import('#selling/taxes/ui/tax-pages.tsx')).CreateTaxPage },
    },
    {
      path: '/taxes/by-country',
      loader: guard('extras'),
      lazy: {
        Component: async () => (await import('#selling/taxes/regions/ui/regions-page.tsx')).RegionsPage,
      },
    },
    {
      path: '/taxes/edit/:id',
      loader: guard('extras'),
      lazy: { Component: async () => (await import('#selling/taxes/ui/tax-pages.tsx')).EditTaxPage },
    },
    {
      path: '/coupons',
      loader: guard('extras'),
      lazy: { Component: async () => (await import('#selling/coupons/ui/coupons-page.tsx')).CouponsPage },
    },
    {
      path: '/coupons/create',
      loader: guard(
        'extras',
        async () => (await import('#selling/coupons/contract.ts')).couponsContract.createCoupon,
      ),
      lazy: {
        Component: async () => (await import('#selling/coupons/ui/coupon-pages.tsx')).CreateCouponPage,
      },
    },
    {
      path: '/coupons/edit/:id',
      loader: guard('extras'),
      lazy: { Component: async () => (await import('#selling/coupons/ui/coupon-pages.tsx')).EditCouponPage },
    },
    {
      path: '/sales',
      loader: guard('sales'),
      lazy: { Component: async () => (await import('#selling/sales/ui/sales-page.tsx')).SalesPage },
    },
    {
      path: '/sales/dashboard',
      loader: guard('sales'),
      lazy: {
        Component: async () => (await import('#selling/overview/ui/dashboard-page.tsx')).DashboardPage,
      },
    },
    {
      path: '/sales/invoices',
      loader: guard('sales'),
      lazy: {
        Component: async () => (await import('#selling/invoices/ui/invoices-page.tsx')).InvoicesPage,
      },
    },
    {
      path: '/sales/almost',
      loader: guard('sales'),
      lazy: {
        Component: async () => (await import('#selling/recovery/ui/almost/almost-page.tsx')).AlmostPage,
      },
    },
    {
      path: '/sales/recurring',
      loader: guard('sales'),
      lazy: {
        Component: async () => (await import('#selling/recurring/ui/recurring-page.tsx')).RecurringPage,
      },
    },
    {
      path: '/sales/recurring/changes',
      loader: guard('sales'),
      lazy: {
        Component: async () => (await import('#selling/recurring/ui/rows/changes-page.tsx')).ChangesPage,
      },
    },
    {
      path: '/sales/recurring/subscriptions',
      loader: guard('sales'),
      lazy: {
        Component: async () => (await import('#selling/recurring/ui/rows/counted-page.tsx')).CountedPage,
      },
    },
    {
      path: '/sales/recurring/coming',
      loader: guard('sales'),
      lazy: {
        Component: async () => (await import('#selling/recurring/ui/rows/ahead-page.tsx')).AheadPage,
      },
    },
    {
      path: '/sales/withdrawals',
      loader: guard('sales'),
      lazy: {
        Component: async () =>
          (await import('#selling/sales/ui/withdrawals/withdrawals-page.tsx')).WithdrawalsPage,
      },
    },
    {
      path: '/sales/:id',
      loader: guard('sales'),
      lazy: { Component: async () => (await import('#selling/sales/ui/sale-page.tsx')).SalePage },
    },
    {
      path: '/customers',
      loader: guard(
        'sales',
        async () => (await import('#selling/customers/contract.ts')).customersContract.listCustomers,
      ),
      lazy: {
        Component: async () => (await import('#selling/customers/ui/customers-page.tsx')).CustomersPage,
      },
    },
    {
      path: '/customers/:id',
      loader: guard('sales'),
      lazy: {
        Component: async () => (await import('#selling/customers/ui/customer-page.tsx')).CustomerPage,
      },
    },
    {
      path: '/payouts',
      loader: guard(
        'billing',
        async () => (await import('#selling/payouts/contract.ts')).payoutsContract.listPayouts,
      ),
      lazy: { Component: async () => (await import('#selling/payouts/ui/payouts-page.tsx')).PayoutsPage },
    },
    {
      path: '/payouts/:id',
      loader: guard(
        'billing',
        async () => (await import('#selling/payouts/contract.ts')).payoutsContract.listPayouts,
      ),
      lazy: { Component: async () => (await import('#selling/payouts/ui/payout-page.tsx')).PayoutPage },
    },
    ...adminRoutes(queryClient, guard),
    {
      lazy: { Component: async () => (await import('./settings-layout.tsx')).SettingsLayout },
      children: settingsRoutes(guard),
    },
    // The logo leads to the start page, which for signed-in people is the list of forms.
    { path: '/', loader: () => redirect('/forms') },
    // Any other path shows an empty area inside the frame.
    { path: '*', Component: () => null },
  ]
  return [
    {
      Component: Shell,
      ErrorBoundary: ShellError,
      HydrateFallback: FullPageSpinner,
      children: [{ ErrorBoundary: AreaError, children: pages }],
    },
  ]
}
