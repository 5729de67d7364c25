import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import type { z } from 'zod'
import { say, t } from '#foundation/language/t.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { useSavingForm } from '#accounts/identity/ui/use-saving-form.ts'
import { SettingsForm } from '#web/kit/form/settings-form.tsx'
import { rightsQuery } from '#accounts/roles/ui/queries.ts'
import { PictureUpload } from '#accounts/uploads/ui/picture-upload.tsx'
import { Select } from '#web/kit/form/select.tsx'
import { TextInput } from '#web/kit/form/text-input.tsx'
import { WaitedFor } from '#web/kit/form/waited-for.ts'
import { zoneOptions } from '#web/kit/browser/zone.ts'
import { Button } from '#web/kit/layout/button.tsx'
import { Section, WithPreview } from '#web/kit/layout/section.tsx'
import { ColorInput } from '#web/kit/form/color-input.tsx'
import { shop as shopSchema, type Shop, shopContract, shopFields } from '../contract.ts'
import { fontNames, shopFonts } from '../fonts.ts'
import { shopMessages } from '../messages.ts'
import { ShopPreview } from './shop-preview.tsx'

/** The shop's settings, without the terms, which are with the legal details. */
const fields = shopFields.omit({ termsUrl: true })

const fontOptions = () => fontNames.map((name) => ({ value: name, label: say(shopFonts[name].label) }))

type Props = {
  readonly shop: Shop
  /** Without this right, the fields are read-only. */
  readonly mayChange: boolean
}

export function ShopForm({ shop, mayChange }: Props) {
  const queries = useQueryClient()
  // Changes are compared with the shop as shown here, even if it is loaded again.
  const [stored, setStored] = useState(shop)
  const [logo, setLogo] = useState(shop.logo)
  const [wideLogo, setWideLogo] = useState(shop.wideLogo)
  const [brandColor, setBrandColor] = useState(shop.brandColor)
  // The fields keep their own text. The preview uses these values, which follow it.
  const [shownName, setShownName] = useState(shop.name)
  const [shownFont, setShownFont] = useState(shop.font)
  const saving = useSavingForm(fields, shopMessages.failed(), async (written) => {
    const body = changesOf(stored, written)
    const saved = await call(shopContract.saveShop, { body })
    setStored((before) => storedAfter(before, body, saved))
    // Invoices and the team page show the shop's name as well.
    await queries.invalidateQueries({ queryKey: ['seller'] })
    await queries.invalidateQueries({ queryKey: ['team'] })
    await queries.invalidateQueries({ queryKey: rightsQuery.queryKey })
    toast.success(shopMessages.saved())
    return false
  })
  const { errors, waitFor } = saving
  const field = (name: 'name' | 'contactEmail' | 'website' | 'font' | 'timeZone') => ({
    name,
    defaultValue: shop[name] ?? '',
    error: errors[name],
    disabled: !mayChange,
  })
  return (
    <SettingsForm {...saving} label={t('Shop')} mayChange={mayChange} saveLabel={t('Save shop')}>
      <Section title={t('Contact')} lead={t('The name buyers know you by, and how they reach you.')}>
        <TextInput
          {...field('name')}
          label={t('Shop name')}
          required
          maxLength={120}
          onChange={({ currentTarget }) => setShownName(currentTarget.value)}
          hint={t('Buyers see this everywhere. Past invoices keep the old name.')}
        />
        <TextInput
          {...field('contactEmail')}
          label={t('Contact email')}
          type="email"
          inputMode="email"
          maxLength={128}
          hint={t(
            'Shown on receipts, purchase pages and invoices. Replies to your emails go here. If empty, buyers see no way to contact you.',
          )}
        />
        <TextInput
          {...field('website')}
          label={t('Website')}
          type="url"
          inputMode="url"
          maxLength={2048}
          placeholder="https://"
        />
      </Section>
      <Section title={t('Brand')} lead={t('Payment pages use their form’s own colors.')}>
        <WithPreview
          preview={
            <ShopPreview
              name={shownName}
              logo={logo}
              wideLogo={wideLogo}
              brandColor={brandColor}
              font={shownFont}
            />
          }
        >
          <WaitedFor value={waitFor}>
            <div className="grid gap-5 sm:grid-cols-2">
              <input type="hidden" name="logo" value={logo ?? ''} />
              <PictureUpload
                label={t('Logo')}
                shape="whole"
                type="divers"
                value={logo}
                onChange={setLogo}
                isDisabled={!mayChange}
                hint={t('Square. Shown next to your shop name.')}
                error={errors.logo}
              />
              <input type="hidden" name="wideLogo" value={wideLogo ?? ''} />
              <PictureUpload
                label={t('Wide logo')}
                shape="whole"
                type="divers"
                value={wideLogo}
                onChange={setWideLogo}
                isDisabled={!mayChange}
                hint={t('Replaces the logo and name on purchase pages, emails and invoices.')}
                error={errors.wideLogo}
              />
            </div>
          </WaitedFor>
          <input type="hidden" name="brandColor" value={brandColor ?? ''} />
          <BrandColor
            value={brandColor}
            onChange={setBrandColor}
            isDisabled={!mayChange}
            error={errors.brandColor}
          />
          <Select
            {...field('font')}
            label={t('Font')}
            options={fontOptions()}
            onChange={({ target }) =>
              setShownFont(fontNames.find((one) => one === target.value) ?? shownFont)
            }
            hint={t('Used on pages, emails and invoices. Each device uses its closest matching font.')}
          />
        </WithPreview>
      </Section>
      <Section title={t('Dates and times')} lead={t('For you and your team. Buyers see dates in UTC.')}>
        <Select
          {...field('timeZone')}
          label={t('Time zone')}
          options={[{ value: '', label: t('Each device’s own') }, ...zoneOptions(shop.timeZone)]}
          hint={t('Used in your overview, lists and exports.')}
        />
      </Section>
    </SettingsForm>
  )
}

const someFields = shopFields.partial()
type ShopChanges = z.output<typeof someFields>

/** The fields changed on this screen. Only these are saved, so that a colleague's other changes stay. */
export function changesOf(stored: Shop, written: z.output<typeof fields>): ShopChanges {
  const before = new Map<string, unknown>(Object.entries(stored))
  const changed = Object.entries(written).filter(([name, value]) => value !== before.get(name))
  return someFields.parse(Object.fromEntries(changed))
}

/**
 * What the next changes are compared with. The other fields stay as they were loaded. If a colleague's change were
 * taken from the response, the next save would revert it.
 */
export function storedAfter(stored: Shop, sent: ShopChanges, saved: Shop): Shop {
  const taken = Object.entries(saved).filter(([name]) => name in sent)
  return shopSchema.parse({ ...stored, ...Object.fromEntries(taken) })
}

type ColorProps = {
  readonly value: string | null
  readonly onChange: (color: string | null) => void
  readonly isDisabled: boolean
  readonly error: string | undefined
}

/** The first suggestion is the color of a new form. */
const firstColor = '#7F1CCF'

function BrandColor({ value, onChange, isDisabled, error }: ColorProps) {
  const hint = t('Used in emails, purchase pages and invoices. We adjust it if text would be hard to read.')
  if (value === null) {
    return (
      <div className="grid justify-items-start gap-1.5">
        <p className="font-medium">{t('Brand color')}</p>
        <Button variant="secondary" disabled={isDisabled} onClick={() => onChange(firstColor)}>
          {t('Choose a color')}
        </Button>
        <p className="text-sm text-muted">{hint}</p>
      </div>
    )
  }
  return (
    <div className="grid justify-items-start gap-2">
      <ColorInput
        label={t('Brand color')}
        value={value}
        onChange={onChange}
        isDisabled={isDisabled}
        error={error}
        hint={hint}
      />
      {!isDisabled && (
        <Button variant="secondary" onClick={() => onChange(null)}>
          {t('No brand color')}
        </Button>
      )}
    </div>
  )
}
