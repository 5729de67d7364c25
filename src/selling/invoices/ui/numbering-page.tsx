import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { z } from 'zod'
import { t } from '#foundation/language/t.ts'
import { rich } from '#foundation/language/rich.ts'
import { readWhole } from '#foundation/typed/read-number.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { useSavingForm } from '#accounts/identity/ui/use-saving-form.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { numberAt, prefixOf } from '#payments/invoices/series-numbers.ts'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { Segmented } from '#web/kit/form/segmented.tsx'
import { SettingsForm } from '#web/kit/form/settings-form.tsx'
import { TextInput } from '#web/kit/form/text-input.tsx'
import { Section } from '#web/kit/layout/section.tsx'
import { LoadedSettingsPage } from '#web/kit/layout/settings-page.tsx'
import { Day } from '#web/kit/layout/when.tsx'
import { invoicesContract, type Numbering, numberingFields } from '../contract.ts'
import { EInvoices } from './e-invoices.tsx'
import { numberingQuery } from './queries.ts'

export function NumberingPage() {
  return (
    <LoadedSettingsPage
      title={t('Invoices')}
      lead={t('The numbers of your invoices and credit notes, and e-invoices.')}
      query={useQuery(numberingQuery)}
      loading={{ label: t('Loading the invoice numbers'), blocks: ['h-96'] }}
    >
      {(data) => (
        <div className="grid gap-6">
          <NumberingForm key={JSON.stringify(data)} numbering={data} />
          <EInvoices />
        </div>
      )}
    </LoadedSettingsPage>
  )
}

const usual = { pattern: '{YYYY}-', credits: 'CN-{YYYY}-' }

const typedNumber = (typed: string) => readWhole(typed) ?? Number.NaN

/** The fields as typed. Credit notes without fields of their own share the invoices' numbers. */
const typedFields = numberingFields.extend({
  next: z.string().transform(typedNumber).pipe(numberingFields.shape.next),
  creditNext: z.string().transform(typedNumber).pipe(numberingFields.shape.creditNext),
  digits: z.string().transform(typedNumber).pipe(numberingFields.shape.digits),
  creditPattern: numberingFields.shape.creditPattern.default(null),
})

function NumberingForm({ numbering }: { readonly numbering: Numbering }) {
  const queries = useQueryClient()
  const mayChange = useMayCall()(invoicesContract.saveNumbering)
  const { invoices, credits, restoredAt } = numbering
  const now = new Date()
  const isOpen = invoices === null || (numbering.since !== null && new Date(numbering.since) > now)
  const [digits, setDigits] = useState(String(numbering.digits))
  const [begins, setBegins] = useState<'now' | 'new_year'>('new_year')
  const [isSeparate, setIsSeparate] = useState(credits !== null)
  const own = useSeries(invoices, usual.pattern, digits)
  const other = useSeries(credits, usual.credits, digits)
  const saving = useSavingForm(
    typedFields,
    t('Something went wrong when saving the invoice numbers'),
    async (body) => {
      await call(invoicesContract.saveNumbering, { body })
      await queries.invalidateQueries({ queryKey: ['invoices'] })
      toast.success(t('Invoice numbers saved'))
      return false
    },
  )
  const { errors } = saving
  return (
    <SettingsForm
      {...saving}
      label={t('Invoice numbers')}
      mayChange={mayChange}
      // The suggested numbers can be saved unchanged.
      isDirty={saving.isDirty || invoices === null}
      canDiscard={saving.isDirty}
      saveLabel={t('Save invoice numbers')}
    >
      {restoredAt !== null && (
        <Notice tone="info">
          {rich(
            'A backup was restored on {day}. Numbers issued since then have a mark, so that none is given twice.',
            { day: <Day at={restoredAt} /> },
          )}
        </Notice>
      )}
      {isOpen && (
        <Section
          title={t('Beginning')}
          lead={
            invoices === null
              ? t(
                  'Your invoices are numbered by day and purchase. Many countries usually expect numbers that follow one another. Once you save, you cannot go back.',
                )
              : t('Payments are numbered from the new year on. Until then you can still change this.')
          }
        >
          <Segmented
            label={t('Number payments')}
            name="begins"
            options={[
              { value: 'new_year', label: t('From 1 January') },
              { value: 'now', label: t('From now on') },
            ]}
            chosen={begins}
            disabled={!mayChange}
            onChange={(event) => setBegins(event.target.value === 'now' ? 'now' : 'new_year')}
          />
        </Section>
      )}
      {!isOpen && <input type="hidden" name="begins" value="now" />}
      <Section title={t('Invoices')} lead={t('Your next invoice: {number}', { number: own.example })}>
        <SeriesFields
          series={own}
          names={{ pattern: 'pattern', next: 'next' }}
          errors={errors}
          isBegun={invoices?.isBegun === true && own.pattern === invoices.pattern}
          mayChange={mayChange}
        />
        <TextInput
          label={t('Digits')}
          name="digits"
          inputMode="numeric"
          value={digits}
          onChange={(event) => setDigits(event.target.value)}
          error={errors.digits}
          disabled={!mayChange}
          hint={t('Numbers are filled up with zeros. A series in use keeps its digits.')}
        />
      </Section>
      <Section
        title={t('Credit notes')}
        lead={
          isSeparate
            ? t('Your next credit note: {number}', { number: other.example })
            : t('For each refund and each dispute you lose.')
        }
      >
        <Segmented
          label={t('Numbers')}
          name="credits"
          options={[
            { value: 'shared', label: t('The same as invoices') },
            { value: 'own', label: t('Their own') },
          ]}
          chosen={isSeparate ? 'own' : 'shared'}
          disabled={!mayChange}
          onChange={(event) => setIsSeparate(event.target.value === 'own')}
        />
        {isSeparate ? (
          <SeriesFields
            series={other}
            names={{ pattern: 'creditPattern', next: 'creditNext' }}
            errors={errors}
            isBegun={credits?.isBegun === true && other.pattern === credits.pattern}
            mayChange={mayChange}
          />
        ) : (
          <input type="hidden" name="creditNext" value="1" />
        )}
      </Section>
    </SettingsForm>
  )
}

type Series = ReturnType<typeof useSeries>

/** The fields of a series, with the number that results from them. */
function useSeries(upcoming: Numbering['invoices'], usually: string, digits: string) {
  const [pattern, setPattern] = useState(upcoming?.pattern ?? usually)
  const [next, setNext] = useState(String(upcoming?.next ?? 1))
  const isUnchanged = upcoming !== null && pattern === upcoming.pattern && next === String(upcoming.next)
  const width = Number(digits)
  const example =
    isUnchanged && upcoming.isBegun
      ? upcoming.number
      : numberAt(
          {
            prefix: prefixOf(pattern, new Date().getFullYear()),
            digits: Number.isSafeInteger(width) ? width : 1,
          },
          Number(next) || 1,
        )
  return { pattern, setPattern, next, setNext, example }
}

type FieldsProps = {
  readonly series: Series
  readonly names: {
    readonly pattern: 'pattern' | 'creditPattern'
    readonly next: 'next' | 'creditNext'
  }
  readonly errors: Partial<Record<'pattern' | 'next' | 'creditPattern' | 'creditNext', string>>
  readonly isBegun: boolean
  readonly mayChange: boolean
}

function SeriesFields({ series, names, errors, isBegun, mayChange }: FieldsProps) {
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <TextInput
        label={t('Prefix')}
        name={names.pattern}
        value={series.pattern}
        onChange={(event) => series.setPattern(event.target.value)}
        maxLength={16}
        error={errors[names.pattern]}
        disabled={!mayChange}
        hint={t('{YYYY} or {YY} becomes the year; a new year then begins at 1.', {
          YYYY: '{YYYY}',
          YY: '{YY}',
        })}
      />
      <TextInput
        label={t('Next number')}
        name={names.next}
        inputMode="numeric"
        value={series.next}
        onChange={(event) => series.setNext(event.target.value)}
        error={errors[names.next]}
        disabled={!mayChange}
        readOnly={isBegun}
        hint={isBegun ? t('In use. It follows from your last invoice.') : undefined}
      />
    </div>
  )
}
