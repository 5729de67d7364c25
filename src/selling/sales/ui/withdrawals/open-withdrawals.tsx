import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
import type { WithdrawalWire } from '#buying/withdrawal/contract.ts'
import { useZone } from '#web/kit/browser/zone.ts'
import { Day } from '#web/kit/layout/when.tsx'
import { explain } from '#selling/sales/withdrawal-advice.ts'
import { Decisions, DueBadge } from './withdrawal-card.tsx'

/** The statements about a sale that are waiting for its seller, with what to do. */
export function OpenWithdrawals({ withdrawals }: { readonly withdrawals: readonly WithdrawalWire[] }) {
  const zone = useZone()
  return withdrawals.map((withdrawal) => {
    const { id, kind, name, receivedAt, dueAt } = withdrawal
    return (
      <section
        key={id}
        aria-label={kind === 'withdrawal' ? t('Open withdrawal') : t('Open cancellation')}
        className="grid gap-3 rounded-2xl border border-warning bg-warning-soft p-5 sm:px-7"
      >
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2">
          <h2 className="text-xl font-semibold wrap-anywhere">
            {kind === 'withdrawal'
              ? rich('{name} withdrew on {day}', { name, day: <Day at={receivedAt} /> })
              : rich('{name} canceled on {day}', { name, day: <Day at={receivedAt} /> })}
          </h2>
          {dueAt !== null && <DueBadge dueAt={dueAt} />}
        </div>
        <p className="text-pretty">{explain(withdrawal, zone)}</p>
        <Decisions isOnSale withdrawal={withdrawal} />
      </section>
    )
  })
}
