import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { z } from 'zod'
import { countryName, listCountries } from '#accounts/invoice-details/countries.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { useSavingForm } from '#accounts/identity/ui/use-saving-form.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { t } from '#foundation/language/t.ts'
import { NotLoaded } from '#web/kit/feedback/not-loaded.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { Select } from '#web/kit/form/select.tsx'
import { SettingsForm } from '#web/kit/form/settings-form.tsx'
import { Button } from '#web/kit/layout/button.tsx'
import { Page } from '#web/kit/layout/page.tsx'
import { Section } from '#web/kit/layout/section.tsx'
import { QuarterSection } from '../../quarters/ui/quarter-section.tsx'
import { type Region, regionsContract } from '../contract.ts'
import { euRates } from '../eu-rates.ts'
import { regionsQuery } from './queries.ts'
import { RegionRow } from './region-row.tsx'
import { readRegion, type TypedRegion, typedRegion, withEuRates } from './typed-regions.ts'

export function RegionsPage() {
  const query = useQuery(regionsQuery)
  return (
    <Page
      title={t('Taxes by country')}
      back={{ to: '/taxes', label: t('Taxes') }}
      lead={t('Forms set to “By country” charge the tax of the country that the buyer chooses.')}
      width="narrow"
    >
      <div className="grid gap-6">
        {query.data === undefined ? (
          <NotLoaded query={query} label={t('Loading taxes')} blocks={['h-96']} />
        ) : (
          <RegionsForm key={JSON.stringify(query.data.regions)} stored={query.data.regions} />
        )}
        <QuarterSection />
      </div>
    </Page>
  )
}

function RegionsForm({ stored }: { readonly stored: readonly Region[] }) {
  const queries = useQueryClient()
  const mayChange = useMayCall()(regionsContract.saveTaxRegions)
  const [rows, setRows] = useState<readonly TypedRegion[]>(stored.map(typedRegion))
  const [isChecked, setIsChecked] = useState(false)
  const saving = useSavingForm(
    z.object({}),
    t('The taxes were not saved. Check the marked fields.'),
    async () => {
      setIsChecked(true)
      const read = rows.map(readRegion)
      const regions = read.flatMap((one) => ('region' in one ? [one.region] : []))
      if (regions.length < rows.length) throw new Error('A country or rate is invalid')
      await call(regionsContract.saveTaxRegions, { body: { regions } })
      await queries.invalidateQueries({ queryKey: ['taxes'] })
      toast.success(t('Taxes by country saved'))
      return false
    },
  )
  const used = new Set(rows.map(({ country }) => country))
  const isEuFull = Object.keys(euRates).every((country) => used.has(country))
  const add = (country: string) => {
    const { title = 'VAT', inclusive = true } = rows.at(-1) ?? {}
    setRows([...rows, { country, title, percentage: '', inclusive }])
  }
  return (
    <SettingsForm {...saving} label={t('Taxes by country')} mayChange={mayChange} saveLabel={t('Save taxes')}>
      <Section
        title={t('Countries')}
        lead={t('In all other countries, a form charges its own tax, or none.')}
        action={
          mayChange &&
          !isEuFull && (
            <Button variant="secondary" onClick={() => setRows(withEuRates(rows))}>
              {t('Fill in EU rates')}
            </Button>
          )
        }
      >
        {rows.length === 0 ? (
          <p className="text-muted">{t('No country yet.')}</p>
        ) : (
          <ul className="grid gap-3">
            {rows.map((row, place) => {
              const read = isChecked ? readRegion(row) : null
              return (
                <RegionRow
                  key={row.country}
                  name={countryName(row.country)}
                  row={row}
                  problems={read !== null && 'problems' in read ? read.problems : {}}
                  mayChange={mayChange}
                  onChange={(change) => setRows(rows.with(place, { ...row, ...change }))}
                  onRemove={() => setRows(rows.toSpliced(place, 1))}
                />
              )
            })}
          </ul>
        )}
        {mayChange && (
          <Select
            label={t('Add a country')}
            value=""
            options={[
              { value: '', label: t('Choose…') },
              ...listCountries()
                .filter(({ code }) => !used.has(code))
                .map(({ code, name }) => ({ value: code, label: name })),
            ]}
            onChange={({ target: { value } }) => add(value)}
          />
        )}
        <Notice tone="info">
          {t(
            'EU rates are the standard rates of January 1, 2026. Check them: rates change, and some products have a reduced rate. Ask your accountant which taxes you owe.',
          )}
        </Notice>
      </Section>
    </SettingsForm>
  )
}
