type EarlyPayoffWaitingProps = {
  readonly isBusy: boolean
  readonly onConfirm: () => void
  readonly onGiveUp: () => void
}

/** The buyer has left the question of their bank: they can go back to it, or let the plan go on. */
export function EarlyPayoffWaiting({ isBusy, onConfirm, onGiveUp }: EarlyPayoffWaitingProps) {
  return (
    <section aria-labelledby="pay-off-waiting" className="note grid gap-3">
      <h3 id="pay-off-waiting" className="font-semibold">
        Your bank waits for you
      </h3>
      <p>Paying the rest at once has to be confirmed at your bank. Until then you are not charged for it.</p>
      <div className="flex flex-wrap gap-3">
        <button type="button" className="button px-5 py-2.5" aria-disabled={isBusy} onClick={onConfirm}>
          {isBusy && <span className="spinner" aria-hidden="true" />}
          Confirm at your bank
        </button>
        <button type="button" className="button-quiet px-5" aria-disabled={isBusy} onClick={onGiveUp}>
          Give up, go on as planned
        </button>
      </div>
    </section>
  )
}
