import { type Message, msg, say } from '#foundation/language/t.ts'
import type { NotificationSettings } from '#selling/notifications/settings-contract.ts'
import { Segmented } from '#web/kit/form/segmented.tsx'
import { notificationHows } from '../kinds.ts'
import { kindWords } from './push-section.tsx'

type Kinds = NotificationSettings['kinds']
type Kind = keyof Kinds

const howWords = { off: msg('Off'), daily: msg('Daily'), at_once: msg('Instantly') } as const

const groups = [
  ['orders', msg('Orders and returns')],
  ['problems', msg('Problems to solve')],
  ['bank', msg('Your bank account')],
] as const satisfies readonly (readonly [string, Message])[]

const groupOf: Readonly<Record<Kind, (typeof groups)[number][0]>> = {
  sale: 'orders',
  refund: 'orders',
  tax_refund: 'orders',
  cancellation: 'orders',
  withdrawal: 'orders',
  refund_failed: 'problems',
  dispute: 'problems',
  renewal_failed: 'problems',
  payment_returned: 'problems',
  payout_failed: 'bank',
  payout_paid: 'bank',
}

type Props = {
  /** The kinds of notifications that the member can get. */
  readonly open: readonly Kind[]
  readonly kinds: Kinds
  readonly onChange: (kinds: Kinds) => void
}

/** Lets the member choose when each kind is emailed, grouped by subject. */
export function KindChoices({ open, kinds, onChange }: Props) {
  return groups.map(([group, name]) => {
    const shown = open.filter((kind) => groupOf[kind] === group)
    if (shown.length === 0) return null
    return (
      <section key={group} className="grid gap-1">
        <h3 className="border-b border-line pb-2 text-sm font-semibold text-muted">{say(name)}</h3>
        {shown.map((kind) => (
          <KindRow
            key={kind}
            kind={kind}
            how={kinds[kind]}
            onChange={(how) => onChange({ ...kinds, [kind]: how })}
          />
        ))}
      </section>
    )
  })
}

type RowProps = {
  readonly kind: Kind
  readonly how: Kinds[Kind]
  readonly onChange: (how: Kinds[Kind]) => void
}

function KindRow({ kind, how, onChange }: RowProps) {
  const [name, hint] = [say(kindWords[kind][0]), say(kindWords[kind][1])]
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
      <div className="min-w-0 flex-[1_1_6rem]">
        <p className="font-medium text-pretty">{name}</p>
        <p className="text-sm text-pretty text-muted max-sm:hidden">{hint}</p>
      </div>
      <Segmented
        isCompact
        label={name}
        name={kind}
        options={notificationHows.map((value) => ({ value, label: say(howWords[value]) }))}
        chosen={how}
        onChange={({ target }) => {
          const chosen = notificationHows.find((value) => value === target.value)
          if (chosen !== undefined) onChange(chosen)
        }}
      />
    </div>
  )
}
