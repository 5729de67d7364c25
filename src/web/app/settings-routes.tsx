import type { RouteObject } from 'react-router'
import type { createGuard } from './guard.ts'

/** The settings pages next to their index. */
export function settingsRoutes(guard: ReturnType<typeof createGuard>): RouteObject[] {
  const readsDetails = guard(
    'settings',
    async () =>
      (await import('#accounts/invoice-details/contract.ts')).invoiceDetailsContract.readSellerDetails,
  )
  const readsEndpoints = guard(
    'settings',
    async () => (await import('#selling/endpoints/contract.ts')).endpointsContract.listEndpoints,
  )
  return [
    {
      path: '/settings',
      loader: guard('settings'),
      lazy: { Component: async () => (await import('#accounts/settings/ui/profile-page.tsx')).ProfilePage },
    },
    {
      path: '/settings/security',
      loader: guard('settings'),
      lazy: { Component: async () => (await import('#accounts/settings/ui/security-page.tsx')).SecurityPage },
    },
    {
      path: '/settings/notifications',
      loader: guard(
        'settings',
        async () =>
          (await import('#selling/notifications/settings-contract.ts')).notificationSettingsContract
            .readNoticeSettings,
      ),
      lazy: {
        Component: async () =>
          (await import('#selling/notifications/ui/notification-settings-page.tsx')).NotificationSettingsPage,
      },
    },
    {
      path: '/settings/data',
      loader: guard('settings'),
      lazy: { Component: async () => (await import('#accounts/settings/ui/data-page.tsx')).DataPage },
    },
    {
      path: '/settings/shop',
      loader: guard('settings'),
      lazy: { Component: async () => (await import('#accounts/shop/ui/shop-page.tsx')).ShopPage },
    },
    {
      path: '/settings/payments',
      loader: guard('settings'),
      lazy: {
        Component: async () => (await import('#selling/payment-domains/ui/payments-page.tsx')).PaymentsPage,
      },
    },
    {
      path: '/settings/legal',
      loader: readsDetails,
      lazy: { Component: async () => (await import('#selling/legal/ui/legal-page.tsx')).LegalPage },
    },
    {
      path: '/settings/invoices',
      loader: readsDetails,
      lazy: {
        Component: async () => (await import('#selling/invoices/ui/numbering-page.tsx')).NumberingPage,
      },
    },
    {
      path: '/settings/policy',
      loader: readsDetails,
      lazy: { Component: async () => (await import('#selling/legal/ui/policy-page.tsx')).PolicyPage },
    },
    {
      path: '/settings/files',
      loader: guard(
        'settings',
        async () => (await import('#selling/files/contract.ts')).filesContract.listFiles,
      ),
      lazy: { Component: async () => (await import('#selling/files/ui/files-page.tsx')).FilesPage },
    },
    {
      path: '/settings/conversions',
      loader: guard(
        'extras',
        async () =>
          (await import('#selling/endpoints/conversions/contract.ts')).conversionsContract.listTargets,
      ),
      lazy: {
        Component: async () =>
          (await import('#selling/endpoints/conversions/ui/conversions-page.tsx')).ConversionsPage,
      },
    },
    {
      path: '/settings/developers',
      loader: readsEndpoints,
      lazy: {
        Component: async () => (await import('#selling/endpoints/ui/developers-page.tsx')).DevelopersPage,
      },
    },
    {
      path: '/settings/developers/:id',
      loader: readsEndpoints,
      lazy: {
        Component: async () => (await import('#selling/endpoints/ui/endpoint-page.tsx')).EndpointPage,
      },
    },
    {
      path: '/team',
      loader: guard('settings'),
      lazy: { Component: async () => (await import('#accounts/team/ui/team-page.tsx')).TeamPage },
    },
  ]
}
