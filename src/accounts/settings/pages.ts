import { type Message, msg } from '#foundation/language/t.ts'
import type { Right } from '#foundation/rights/entities.ts'

type SettingsEntry = {
  readonly to: string
  readonly label: Message
  /** The right that opens the page. Without one, everyone can open it. */
  readonly right?: Right
  /** The beginning of the paths of the pages below it. */
  readonly holds?: string
}

const billing: Right = { entity: 'billing', verb: 'read' }

/** The settings pages in the order of their index. */
export const settingsGroups: readonly {
  readonly name: Message
  readonly entries: readonly SettingsEntry[]
}[] = [
  {
    name: msg('Your account'),
    entries: [
      { to: '/settings', label: msg('Profile') },
      { to: '/settings/security', label: msg('Security') },
      {
        to: '/settings/notifications',
        label: msg('Notifications'),
        right: { entity: 'sales', verb: 'read' },
      },
      { to: '/settings/data', label: msg('Data') },
    ],
  },
  {
    name: msg('Your shop'),
    entries: [
      { to: '/settings/shop', label: msg('Shop') },
      { to: '/settings/payments', label: msg('Checkout and payments') },
      { to: '/settings/legal', label: msg('Legal'), right: billing, holds: '/settings/policy' },
      { to: '/settings/invoices', label: msg('Invoices'), right: billing },
      { to: '/settings/files', label: msg('Files'), right: { entity: 'files', verb: 'read' } },
      { to: '/team', label: msg('Team') },
      {
        to: '/settings/conversions',
        label: msg('Conversions'),
        right: billing,
      },
      {
        to: '/settings/developers',
        label: msg('Developers'),
        holds: '/settings/developers/',
        right: { entity: 'developers', verb: 'read' },
      },
    ],
  },
]
