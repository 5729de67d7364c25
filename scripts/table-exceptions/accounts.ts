import type { Exception } from './exception.ts'

export const accounts: readonly Exception[] = [
  {
    path: 'src/accounts/access/store.ts',
    reads: ['members', 'passkeys', 'secondFactors', 'sellers', 'sessions', 'users'],
    why: 'Who calls, with their rights and shop, is one statement for every signed-in request.',
  },
  {
    path: 'src/accounts/admin/store.ts',
    reads: ['members', 'planSubscriptions', 'sellers', 'users'],
    why: 'Operators see each shop with its owner and its plan, a page of them in one statement.',
  },
  {
    path: 'src/accounts/audit',
    reads: ['sellers', 'users'],
    why: 'The log names who did it and in which shop, a page of it in one statement.',
  },
  {
    path: 'src/accounts/billing/partner-plan.ts',
    reads: ['members', 'users'],
    why: 'A free plan ends with the role of who owns the shop.',
  },
  {
    path: 'src/accounts/billing/store.ts',
    reads: ['sellers'],
    why: 'The shop is the customer of its plan: its row is locked while the plan changes.',
  },
  {
    path: 'src/accounts/identity',
    reads: ['users'],
    why: 'The ways in read who comes in.',
  },
  {
    path: 'src/accounts/invitations/store.ts',
    reads: ['permissions', 'rolePermissions', 'roles', 'sellers', 'users'],
    why: 'An invitation is shown with its shop and role, and gives what the role allows.',
  },
  {
    path: 'src/accounts/invoice-details/buyer-details.ts',
    reads: ['purchases'],
    why: 'Details belong to the purchase that they are written on.',
  },
  {
    path: 'src/accounts/invoice-details/seller-details.ts',
    reads: ['purchases', 'sellers'],
    why: 'The shop says which version counts, and purchases which were used.',
  },
  {
    path: 'src/accounts/invoice-details/seller-details.ts',
    reads: ['sellers'],
    why: 'Where a seller is stands in their details or in the row of the shop, and pages read it within their one statement.',
  },
  {
    path: 'src/accounts/onboarding/store.ts',
    reads: ['members', 'sellers', 'users'],
    why: 'The connected account stands in the row of the shop.',
  },
  {
    path: 'src/accounts/people/rights-in.ts',
    reads: ['permissions', 'rolePermissions', 'userRoles'],
    why: 'What somebody may do is their membership and their roles, in one statement.',
  },
  {
    path: 'src/accounts/roles/store.ts',
    reads: ['invitations', 'members'],
    why: 'A role that people hold, or are invited with, is not deleted.',
  },
  {
    path: 'src/accounts/roles/user-store.ts',
    reads: ['users'],
    why: 'The platform role stands in the row of the user.',
  },
  {
    path: 'src/accounts/roles/user-store.ts',
    reads: ['members', 'sellers', 'users'],
    why: 'The list of users shows shops and roles, a page of it in one statement.',
  },
  {
    path: 'src/accounts/team/store.ts',
    reads: ['members', 'permissions', 'rolePermissions', 'roles', 'sellers', 'users'],
    why: 'The team is its members with their names and roles, in one statement.',
  },
  {
    path: 'src/accounts/team/store.ts',
    reads: ['members', 'sellers', 'users'],
    why: 'A handover is shown with its shop and both people, and takes out who came since.',
  },
  {
    path: 'src/accounts/team/find-members.ts',
    reads: ['members', 'permissions', 'rolePermissions', 'users'],
    why: 'Who may be told of something is asked in one statement.',
  },
  {
    path: 'src/accounts/uploads/store.ts',
    reads: ['sellers'],
    why: 'Uploads of the same seller wait for each other at its row.',
  },
]
