import { dayText } from '#foundation/time/day-text.ts'
import { CheckRow } from '#web/kit/form/check-row.tsx'
import type { Additions, Removals } from '../account/contract.ts'

const factorKey = 'second-factor'

/** What there is, and what of it is to go with the former password: ids, and `second-factor`. */
export type Choice = { readonly additions: Additions; readonly removed: ReadonlySet<string> }

type Props = { readonly choice: Choice; readonly onChange: (choice: Choice) => void }

/** What else signs somebody in: it would outlive a new password, whoever added it. */
export function AdditionsChoice({ choice: { additions, removed }, onChange }: Props) {
  const { passkeys, signIns, secondFactor } = additions
  const rows = [
    ...passkeys.map((one) => ({ ...one, label: `Remove the passkey “${one.name}”` })),
    ...signIns.map((one) => ({ ...one, label: `Disconnect ${one.name}` })),
    ...(secondFactor?.isRecent === true
      ? [{ ...secondFactor, id: factorKey, label: 'Turn off two-factor authentication' }]
      : []),
  ]
  if (rows.length === 0) return null
  function toggle(id: string): void {
    const changed = new Set(removed)
    if (!changed.delete(id)) changed.add(id)
    onChange({ additions, removed: changed })
  }
  return (
    <fieldset className="min-w-0">
      <legend className="font-medium">These sign in to your account, too</legend>
      <p className="mt-1 mb-2 text-sm text-pretty text-muted">
        A new password leaves them. Remove what you do not recognize; what was added in the last seven days is
        marked already.
      </p>
      {rows.map(({ id, label, addedAt }) => (
        <CheckRow
          key={id}
          label={label}
          hint={`Added ${dayText(Date.parse(addedAt))}`}
          checked={removed.has(id)}
          onChange={() => toggle(id)}
        />
      ))}
    </fieldset>
  )
}

/** Those that were added lately: the likeliest to be a stranger's. */
export function recentOf({ passkeys, signIns, secondFactor }: Additions): ReadonlySet<string> {
  const recent = [...passkeys, ...signIns].flatMap(({ id, isRecent }) => (isRecent ? [id] : []))
  return new Set(secondFactor?.isRecent === true ? [...recent, factorKey] : recent)
}

export function removalsOf({ additions, removed }: Choice): Removals {
  const chosen = (list: readonly { readonly id: string }[]) =>
    list.flatMap(({ id }) => (removed.has(id) ? [id] : []))
  return {
    passkeys: chosen(additions.passkeys),
    signIns: chosen(additions.signIns),
    secondFactor: removed.has(factorKey),
  }
}
