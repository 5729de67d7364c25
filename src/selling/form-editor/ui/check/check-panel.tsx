import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Lightbulb, TriangleAlert } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import { t } from '#foundation/language/t.ts'
import { shopQuery } from '#accounts/shop/ui/queries.ts'
import { valuesOf } from '#selling/form-editor/ui/editor/form-values.ts'
import { itemsOfForm } from '#selling/form-editor/ui/editor/loaded-items.ts'
import { useNow, useSoldValues } from '#selling/form-editor/ui/editor/use-form-fields.ts'
import type { Form } from '#selling/forms/contract.ts'
import { Button, buttonClass } from '#web/kit/layout/button.tsx'
import type { Finding } from './finding.ts'
import { findingsOf } from './findings.ts'
import { useCheckedCoupons } from './use-findings.ts'

type Props = {
  readonly title?: string
  /** Whether the list is among the cards of a form's page, which are smaller than an editor's sections. */
  readonly isCard?: boolean
  readonly findings: readonly Finding[]
  /** Renders a finding's button. */
  readonly renderAction: (finding: Finding) => ReactNode
}

/** Limits the list, because each coupon can cause a finding for each timer. */
const shownAtFirst = 5

/** A form's findings. Screen readers announce changes politely while the seller types. */
export function CheckPanel({ title = t('Before you sell'), isCard = false, findings, renderAction }: Props) {
  const id = useId()
  const [isWhole, setIsWhole] = useState(false)
  const isReady = findings.length === 0
  // Collapsing only makes sense with more than one row.
  const isLong = findings.length > shownAtFirst + 1
  const shown = isLong && !isWhole ? findings.slice(0, shownAtFirst) : findings
  return (
    <section
      id="before-you-sell"
      aria-labelledby={id}
      className={`panel grid grid-cols-1 gap-4 p-5 ${isCard ? '' : 'sm:px-7'}`}
    >
      <div className="flex items-center gap-3">
        {isReady && <CircleCheck aria-hidden className="size-6 shrink-0 text-success" />}
        <h2 id={id} tabIndex={-1} className={`font-semibold outline-none ${isCard ? 'text-lg' : 'text-xl'}`}>
          {isReady ? t('Ready to sell') : title}
        </h2>
        {!isReady && (
          <span aria-hidden className="ml-auto text-sm text-muted">
            {countText(findings)}
          </span>
        )}
      </div>
      {!isReady && (
        <ul className="grid grid-cols-1 divide-y divide-line">
          {shown.map((finding) => (
            <li
              key={`${finding.field} ${finding.text}`}
              className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0 sm:flex sm:items-center"
            >
              <FindingMark weight={finding.weight} />
              <p className="min-w-0 flex-1 text-pretty break-words">{finding.text}</p>
              <div className="max-sm:col-start-2">{renderAction(finding)}</div>
            </li>
          ))}
        </ul>
      )}
      {isLong && (
        <Button
          variant="secondary"
          className="justify-self-start"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? t('Show fewer') : t('Show all {length}', { length: findings.length })}
        </Button>
      )}
      <output className="sr-only">{isReady ? t('Ready to sell') : countText(findings)}</output>
    </section>
  )
}

function FindingMark({ weight }: Pick<Finding, 'weight'>) {
  return weight === 'problem' ? (
    <TriangleAlert role="img" aria-label={t('Problem')} className="size-5 shrink-0 text-warning" />
  ) : (
    <Lightbulb role="img" aria-label={t('Advice')} className="size-5 shrink-0 text-muted" />
  )
}

function countText({ length }: readonly Finding[]): string {
  return t('{length, plural, one {# thing} other {# things}} to check', { length })
}

type FormProps = {
  readonly form: Form
  /** Shows only the findings about this field. */
  readonly field?: Finding['field']
  /** On a form's page, problems come before the numbers. If there is only advice, it comes after them. */
  readonly place?: 'above numbers' | 'below numbers'
}

/** A stored form's findings, each with a link to its field in the editor. Renders nothing if there are none. */
export function FormCheck({ form, field, place }: FormProps) {
  const values = useSoldValues(valuesOf(form))
  const coupons = useCheckedCoupons(form.id, values)
  const known = itemsOfForm(form, useQuery(shopQuery).data)
  const all = findingsOf({ values, known, coupons, now: useNow() })
  const findings = field === undefined ? all : all.filter((finding) => finding.field === field)
  if (findings.length === 0) return null
  const isAdvice = findings.every(({ weight }) => weight !== 'problem')
  const isAbove = place === 'above numbers'
  if (place === 'below numbers' && !isAdvice) return null
  // If there are no problems, only advice about another page, such as about a coupon that raises the price, comes
  // first.
  if (isAbove && isAdvice) return <Warnings findings={findings.filter(isElsewhere)} />
  const rest = place === 'below numbers' ? findings.filter((finding) => !isElsewhere(finding)) : findings
  if (rest.length === 0) return null
  return (
    <CheckPanel
      title={isAdvice ? t('Suggestions') : t('Before you sell')}
      isCard
      findings={rest}
      renderAction={(finding) => (
        <Link
          to={finding.page?.path ?? `/forms/edit/${form.id}#${finding.field}`}
          className={buttonClass('secondary')}
        >
          {finding.page?.label ?? t('Go to field')}
        </Link>
      )}
    />
  )
}

const isElsewhere = ({ page }: Finding) => page !== undefined

/** Findings in a line each. */
function Warnings({ findings }: { readonly findings: readonly Finding[] }) {
  return findings.map(({ field, text, page }) => (
    <p
      key={`${field} ${text}`}
      className="flex items-start gap-3 rounded-2xl bg-warning-soft px-5 py-3.5 text-warning"
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-6 gap-y-1 text-pretty">
        <span className="min-w-0 break-words">{text}</span>
        {page !== undefined && (
          <Link to={page.path} className="rounded font-medium underline underline-offset-2">
            {page.label}
          </Link>
        )}
      </span>
    </p>
  ))
}
