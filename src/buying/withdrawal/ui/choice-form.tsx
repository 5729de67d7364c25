import type { ChoicePageData } from '../page-data.ts'
import { withdrawalTexts } from '../texts.ts'
import { Facts } from './facts.tsx'

/** What the buyer withdraws from, and the confirmation. */
export function ChoiceForm(page: ChoicePageData) {
  const { action, right, name, email, parts, next, problem, backPath } = page
  const [only] = parts
  return (
    <form method="post" action={action} className="grid gap-5">
      {right !== null && <p>{right}</p>}
      {parts.length === 1 && only !== undefined ? (
        <>
          <Facts facts={[['You withdraw from', `${only.title}\n${only.amount}`]]} />
          <input type="hidden" name="part" value={only.id} />
        </>
      ) : (
        <fieldset className="grid gap-2" aria-describedby={problem === null ? undefined : 'part-error'}>
          <legend className="mb-2 text-sm font-medium">You withdraw from</legend>
          {parts.map(({ id, title, amount }) => (
            <label key={id} className="flex items-start gap-3 py-1.5">
              <input
                type="checkbox"
                name="part"
                value={id}
                defaultChecked={problem === null}
                className="mt-1 size-5 shrink-0 accent-[var(--accent)]"
              />
              <span className="min-w-0 grow">{title}</span>
              <span className="whitespace-nowrap tabular-nums">{amount}</span>
            </label>
          ))}
          {problem !== null && (
            <p id="part-error" role="alert" className="text-danger text-sm">
              {problem}
            </p>
          )}
        </fieldset>
      )}
      <Facts
        facts={[
          [withdrawalTexts.fields.name, name],
          ['The confirmation goes to', email],
        ]}
      />
      <p className="note">{next.join(' ')}</p>
      <div className="flex flex-wrap gap-3">
        <button type="submit" className="button px-6 py-3">
          {withdrawalTexts.confirm}
        </button>
        <a href={backPath} className="button-quiet px-5 py-2.5">
          Keep it
        </a>
      </div>
    </form>
  )
}
