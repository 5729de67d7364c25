import type { QueryClient } from '@tanstack/react-query'
import type { LoaderFunctionArgs, RouteObject } from 'react-router'
import { refusalOf } from '#foundation/http/contract/caller.ts'
import type { PlatformEntity } from '#foundation/rights/entities.ts'
import { admitByAnswer, Denied, type createGuard } from './guard.ts'

/** The pages for platform staff. */
export function adminRoutes(queryClient: QueryClient, guard: ReturnType<typeof createGuard>): RouteObject[] {
  const admitTo = (entity: PlatformEntity) => async (args: LoaderFunctionArgs) => {
    await guard('settings')(args)
    const { rightsQuery } = await import('#accounts/roles/ui/queries.ts')
    const { rights } = await queryClient.query(rightsQuery)
    if (!rights.includes(`${entity}.read`)) throw new Denied([refusalOf('read')])
    return null
  }
  return [
    {
      path: '/admin/health',
      loader: async (args) => {
        await guard('settings')(args)
        const { healthQuery } = await import('#operations/health/ui/queries.ts')
        return admitByAnswer(() => queryClient.query({ ...healthQuery, retry: false }))
      },
      lazy: { Component: async () => (await import('#operations/health/ui/health-page.tsx')).HealthPage },
    },
    {
      path: '/admin/books',
      loader: async (args) => {
        await guard('settings')(args)
        const { reconciliationQuery } = await import('#payments/reconciliation/ui/queries.ts')
        return admitByAnswer(() => queryClient.query({ ...reconciliationQuery, retry: false }))
      },
      lazy: {
        Component: async () =>
          (await import('#payments/reconciliation/ui/reconciliation-page.tsx')).ReconciliationPage,
      },
    },
    {
      path: '/admin/content-security',
      loader: async (args) => {
        await guard('settings')(args)
        const { refusalsQuery } = await import('#accounts/content-security/ui/queries.ts')
        return admitByAnswer(() => queryClient.query({ ...refusalsQuery, retry: false }))
      },
      lazy: {
        Component: async () =>
          (await import('#accounts/content-security/ui/content-security-page.tsx')).ContentSecurityPage,
      },
    },
    {
      path: '/admin/sellers',
      loader: admitTo('sellers'),
      lazy: { Component: async () => (await import('#accounts/admin/ui/sellers-page.tsx')).SellersPage },
    },
    {
      path: '/admin/sellers/:id',
      loader: admitTo('sellers'),
      lazy: { Component: async () => (await import('#accounts/admin/ui/seller-page.tsx')).SellerPage },
    },
    {
      path: '/admin/revenue',
      loader: async (args) => {
        await guard('settings')(args)
        const { revenueQuery } = await import('#accounts/admin/ui/queries.ts')
        return admitByAnswer(() => queryClient.query({ ...revenueQuery, retry: false }))
      },
      lazy: { Component: async () => (await import('#accounts/admin/ui/revenue-page.tsx')).RevenuePage },
    },
    {
      path: '/admin/users',
      loader: admitTo('users'),
      lazy: { Component: async () => (await import('#accounts/roles/ui/users-page.tsx')).UsersPage },
    },
    {
      path: '/admin/users/:id',
      loader: admitTo('users'),
      lazy: { Component: async () => (await import('./user-page.tsx')).UserPage },
    },
    {
      path: '/admin/roles',
      loader: admitTo('roles'),
      lazy: { Component: async () => (await import('#accounts/roles/ui/roles-page.tsx')).RolesPage },
    },
    {
      path: '/admin/roles/create',
      loader: admitTo('roles'),
      lazy: { Component: async () => (await import('#accounts/roles/ui/role-editor.tsx')).CreateRolePage },
    },
    {
      path: '/admin/roles/edit/:id',
      loader: admitTo('roles'),
      lazy: { Component: async () => (await import('#accounts/roles/ui/role-editor.tsx')).EditRolePage },
    },
    {
      path: '/admin/permissions',
      loader: admitTo('permissions'),
      lazy: {
        Component: async () => (await import('#accounts/roles/ui/permissions-page.tsx')).PermissionsPage,
      },
    },
    {
      path: '/admin/permissions/create',
      loader: admitTo('permissions'),
      lazy: {
        Component: async () =>
          (await import('#accounts/roles/ui/permission-editor.tsx')).CreatePermissionPage,
      },
    },
    {
      path: '/admin/permissions/edit/:id',
      loader: admitTo('permissions'),
      lazy: {
        Component: async () => (await import('#accounts/roles/ui/permission-editor.tsx')).EditPermissionPage,
      },
    },
    {
      path: '/admin/audit-log',
      loader: admitTo('audit'),
      lazy: { Component: async () => (await import('#accounts/admin/ui/audit-page.tsx')).AuditPage },
    },
  ]
}
