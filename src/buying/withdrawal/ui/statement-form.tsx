import { type Message, say, t } from '#foundation/language/t.ts'
import { LiveError } from '#web/kit/feedback/live-error.tsx'
import type { Bought, FormPageData, ReviewPageData } from '../page-data.ts'
import { cancellationTexts } from '../cancellation/cancellation-texts.ts'
import { textsOf } from '../statement/statement-kinds.ts'

type Name = keyof FormPageData['values']

const names = ['name', 'email', 'reference', 'ground', 'cause', 'endsOn'] as const satisfies readonly Name[]

export function StatementForm({ about, action, bought, values, errors, problem }: FormPageData) {
  const { fields, emailHint, referenceHint, lead, named } = textsOf(about)
  const firstWrong = names.find((name) => errors[name] !== undefined)
  const field = (name: Name, label: Message, hint: Message | null) => ({
    name,
    label: say(label),
    hint: hint && say(hint),
    value: values[name],
    error: errors[name] ?? null,
    isFirstWrong: name === firstWrong,
  })
  return (
    <form method="post" action={action} className="group grid gap-5" noValidate>
      <p>{say(lead)}</p>
      {problem !== null && (
        <p role="alert" className="note note-danger">
          {problem}
        </p>
      )}
      {bought !== null && (
        <>
          <Facts facts={[[say(named), bought.what]]} />
          <input type="hidden" name="reference" value={values.reference} />
          <Opening bought={bought} />
        </>
      )}
      <Field {...field('name', fields.name, null)} />
      <Field {...field('email', fields.email, emailHint)} />
      {bought === null && <Field {...field('reference', fields.reference, referenceHint)} />}
      {about === 'cancellation' && (
        <>
          <Grounds chosen={values.ground} error={errors.ground ?? null} />
          <div className="group-has-[[value=ordinary]:checked]:hidden">
            <Field {...field('cause', cancellationTexts.fields.cause, cancellationTexts.causeHint)} />
          </div>
          <Field {...field('endsOn', cancellationTexts.fields.endsOn, cancellationTexts.endsOnHint)} />
        </>
      )}
      <button type="submit" className="button justify-self-start px-6 py-3">
        {t('Continue')}
      </button>
    </form>
  )
}

/** Hidden fields that prove on the next page that the buyer has this purchase's key. */
function Opening({ bought: { purchase, key } }: { readonly bought: Bought }) {
  return (
    <>
      <input type="hidden" name="purchase" value={purchase} />
      <input type="hidden" name="key" value={key} />
    </>
  )
}

type FieldProps = {
  readonly name: Name
  readonly label: string
  readonly hint: string | null
  readonly value: string
  readonly error: string | null
  readonly isFirstWrong: boolean
}

const kinds = {
  name: { type: 'text', autoComplete: 'name', maxLength: 120 },
  email: { type: 'email', autoComplete: 'email', maxLength: 128 },
  endsOn: { type: 'date' },
} as const

const optional = new Set<Name>(['cause', 'endsOn'])

type GroundsProps = { readonly chosen: string; readonly error: string | null }

function Grounds({ chosen, error }: GroundsProps) {
  return (
    <fieldset className="grid gap-1.5" aria-describedby={error === null ? undefined : 'ground-error'}>
      <legend className="mb-1.5 text-sm font-medium">{say(cancellationTexts.fields.ground)}</legend>
      {(['ordinary', 'cause'] as const).map((ground) => (
        <label key={ground} className="flex items-center gap-3 py-1.5">
          <input
            type="radio"
            name="ground"
            value={ground}
            defaultChecked={ground === (chosen === 'cause' ? 'cause' : 'ordinary')}
            className="size-5 shrink-0 accent-[var(--accent)]"
          />
          {say(cancellationTexts.grounds[ground])}
        </label>
      ))}
      {error !== null && <LiveError id="ground-error" text={error} />}
    </fieldset>
  )
}

function Field({ name, label, hint, value, error, isFirstWrong }: FieldProps) {
  const described = [error === null ? [] : `${name}-error`, hint === null ? [] : `${name}-hint`].flat()
  const shared = {
    id: name,
    name,
    required: !optional.has(name),
    defaultValue: value,
    'aria-invalid': error === null ? undefined : true,
    'aria-describedby': described.length === 0 ? undefined : described.join(' '),
    autoFocus: isFirstWrong,
    className: `control ${error === null ? '' : 'control-invalid'}`,
  }
  return (
    <div className="grid min-w-0 gap-1.5">
      <label htmlFor={name} className="text-sm font-medium">
        {label}
      </label>
      {name === 'name' || name === 'email' || name === 'endsOn' ? (
        <input {...shared} {...kinds[name]} spellCheck={false} />
      ) : (
        <textarea {...shared} rows={3} maxLength={name === 'cause' ? 1000 : 500} />
      )}
      {hint !== null && (
        <p id={`${name}-hint`} className="text-muted text-sm">
          {hint}
        </p>
      )}
      {error !== null && <LiveError id={`${name}-error`} text={error} />}
    </div>
  )
}

export function ReviewForm({ about, action, bought, values, statement, id, signature }: ReviewPageData) {
  const { fields, confirm } = textsOf(about)
  return (
    <form method="post" action={action} className="grid gap-5">
      <Facts
        facts={[
          [t('Statement'), statement],
          [say(fields.name), values.name],
          [say(fields.email), values.email],
        ]}
      />
      {names.map((name) => (
        <input key={name} type="hidden" name={name} value={values[name]} />
      ))}
      {bought !== null && <Opening bought={bought} />}
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="signature" value={signature} />
      <div className="flex flex-wrap gap-3">
        <button type="submit" name="step" value="confirm" className="button px-6 py-3">
          {say(confirm)}
        </button>
        <button type="submit" name="step" value="change" className="button-quiet px-5">
          {t('Edit')}
        </button>
      </div>
    </form>
  )
}

type Fact = readonly [name: string, text: string]

export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="grid gap-3">
      {facts.map(([name, text]) => (
        <div key={name} className="grid gap-0.5">
          <dt className="text-muted text-sm">{name}</dt>
          <dd className="whitespace-pre-line">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
