import { LiveError } from '#web/kit/live-error.tsx'
import type { FormPageData, ReviewPageData } from '../page-data.ts'
import { withdrawalTexts } from '../texts.ts'
import { Facts } from './facts.tsx'

const { fields, emailHint, referenceHint, lead, statement, confirm } = withdrawalTexts

/** The first step: who withdraws, and from what. */
export function StatementForm({ action, values, errors, problem }: FormPageData) {
  const firstWrong = (['name', 'email', 'reference'] as const).find((name) => errors[name] !== undefined)
  const field = (name: keyof typeof fields, hint: string | null) => ({
    name,
    hint,
    value: values[name],
    error: errors[name] ?? null,
    isFirstWrong: name === firstWrong,
  })
  return (
    <form method="post" action={action} className="grid gap-5" noValidate>
      <p>{lead}</p>
      {problem !== null && (
        <p role="alert" className="note note-danger">
          {problem}
        </p>
      )}
      <Field {...field('name', null)} />
      <Field {...field('email', emailHint)} />
      <Field {...field('reference', referenceHint)} />
      <button type="submit" className="button justify-self-start px-6 py-3">
        Continue
      </button>
    </form>
  )
}

type FieldProps = {
  readonly name: keyof typeof fields
  readonly hint: string | null
  readonly value: string
  readonly error: string | null
  readonly isFirstWrong: boolean
}

const kinds = {
  name: { type: 'text', autoComplete: 'name', maxLength: 120 },
  email: { type: 'email', autoComplete: 'email', maxLength: 128 },
} as const

function Field({ name, hint, value, error, isFirstWrong }: FieldProps) {
  const described = [error === null ? [] : `${name}-error`, hint === null ? [] : `${name}-hint`].flat()
  const shared = {
    id: name,
    name,
    required: true,
    defaultValue: value,
    'aria-invalid': error === null ? undefined : true,
    'aria-describedby': described.length === 0 ? undefined : described.join(' '),
    autoFocus: isFirstWrong,
    className: `control ${error === null ? '' : 'control-invalid'}`,
  }
  return (
    <div className="grid min-w-0 gap-1.5">
      <label htmlFor={name} className="text-sm font-medium">
        {fields[name]}
      </label>
      {name === 'reference' ? (
        <textarea {...shared} rows={3} maxLength={500} />
      ) : (
        <input {...shared} {...kinds[name]} spellCheck={false} />
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

/** The second step: the whole statement as it will be sent. */
export function ReviewForm({ action, values, id, signature }: ReviewPageData) {
  return (
    <form method="post" action={action} className="grid gap-5">
      <Facts
        facts={[
          ['Statement', statement(values.reference)],
          [fields.name, values.name],
          [fields.email, values.email],
        ]}
      />
      <input type="hidden" name="name" value={values.name} />
      <input type="hidden" name="email" value={values.email} />
      <input type="hidden" name="reference" value={values.reference} />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="signature" value={signature} />
      <div className="flex flex-wrap gap-3">
        <button type="submit" name="step" value="confirm" className="button px-6 py-3">
          {confirm}
        </button>
        <button type="submit" name="step" value="change" className="button-quiet px-5">
          Change
        </button>
      </div>
    </form>
  )
}
