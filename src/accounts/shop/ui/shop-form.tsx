import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import type { z } from 'zod'
import { say, t } from '#foundation/language/t.ts'
import { call, useUser } from '#accounts/identity/ui/session.ts'
import { useSavingForm } from '#accounts/identity/ui/use-saving-form.ts'
import { SettingsForm } from '#web/kit/form/settings-form.tsx'
import { rightsQuery } from '#accounts/roles/ui/queries.ts'
import { PictureUpload } from '#accounts/uploads/ui/picture-upload.tsx'
import { Select } from '#web/kit/form/select.tsx'
import { TextInput } from '#web/kit/form/text-input.tsx'
import { WaitedFor } from '#web/kit/form/waited-for.ts'
import { zoneOptions } from '#web/kit/browser/zone.ts'
import { Button } from '#web/kit/layout/button.tsx'
import { SplitSection } from '#web/kit/layout/section.tsx'
import { ColorInput } from '#web/kit/form/color-input.tsx'
import { light } from '#foundation/http/pages/palette.ts'
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
  const [contactEmail, setContactEmail] = useState(shop.contactEmail ?? '')
  const [brandColor, setBrandColor] = useState(shop.brandColor)
  // The fields keep their own text. The preview uses these values, which follow it.
  const [shownName, setShownName] = useState(shop.name)
  const [shownFont, setShownFont] = useState(shop.font)
  const saving = useSavingForm(fields, shopMessages.failed(), async (written) => {
    const body = changesOf(stored, written)
    const saved = await call(shopContract.saveShop, { body })
    setStored((before) => storedAfter(before, body, saved))
    // Invoices and the team page also show the shop's name.
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
      <SplitSection title={t('Contact')} lead={t('The name buyers know you by, and how they reach you.')}>
        <TextInput
          {...field('name')}
          label={t('Shop name')}
          required
          maxLength={120}
          onChange={({ currentTarget }) => setShownName(currentTarget.value)}
          hint={t('Past invoices keep the old name.')}
        />
        <TextInput
          {...field('contactEmail')}
          label={t('Contact email')}
          type="email"
          inputMode="email"
          maxLength={128}
          defaultValue={undefined}
          value={contactEmail}
          onChange={({ currentTarget }) => setContactEmail(currentTarget.value)}
          hint={
            contactEmail.trim() === '' ? (
              <NoContact onUse={setContactEmail} mayChange={mayChange} />
            ) : (
              t('On receipts and invoices. Replies come here.')
            )
          }
        />
        <TextInput
          {...field('website')}
          label={t('Website')}
          type="url"
          inputMode="url"
          maxLength={2048}
          placeholder="https://"
        />
      </SplitSection>
      <SplitSection
        title={t('Brand')}
        lead={t('For purchase pages, emails and invoices. Each form chooses its own colors.')}
        below={
          <ShopPreview
            name={shownName}
            contactEmail={contactEmail}
            logo={logo}
            wideLogo={wideLogo}
            brandColor={brandColor}
            font={shownFont}
          />
        }
      >
        <WaitedFor value={waitFor}>
          <input type="hidden" name="logo" value={logo ?? ''} />
          <PictureUpload
            label={t('Logo')}
            shape="whole"
            type="divers"
            value={logo}
            onChange={setLogo}
            isDisabled={!mayChange}
            hint={t('Square, next to your shop name.')}
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
            hint={t('Replaces the logo and the name.')}
            error={errors.wideLogo}
          />
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
          onChange={({ target }) => setShownFont(fontNames.find((one) => one === target.value) ?? shownFont)}
          hint={t('Each device uses its closest match.')}
        />
      </SplitSection>
      <SplitSection title={t('Dates and times')} lead={t('For you and your team. Buyers see dates in UTC.')}>
        <Select
          {...field('timeZone')}
          label={t('Time zone')}
          options={[{ value: '', label: t('Same as your device') }, ...zoneOptions(shop.timeZone)]}
          hint={t('Used in your overview, lists and exports.')}
        />
      </SplitSection>
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
  const hint = t('We adjust it where text would be hard to read.')
  if (value === null) {
    return (
      <div className="grid gap-1.5">
        <p className="font-medium">{t('Brand color')}</p>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <span
            aria-hidden
            className="size-11 rounded-xl border border-edge"
            style={{ background: light.ink }}
          />
          <span className="mr-auto grid leading-snug">
            {t('Black')} <span className="text-sm text-muted">{t('Default')}</span>
          </span>
          <Button variant="secondary" disabled={isDisabled} onClick={() => onChange(firstColor)}>
            {t('Choose a color')}
          </Button>
        </div>
        <p className="text-sm text-muted">{hint}</p>
      </div>
    )
  }
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
      <div className="min-w-0 flex-[1_1_12rem]">
        <ColorInput
          label={t('Brand color')}
          value={value}
          onChange={onChange}
          isDisabled={isDisabled}
          error={error}
          hint={hint}
        />
      </div>
      {!isDisabled && (
        <Button variant="ghost" className="mt-7.5" onClick={() => onChange(null)}>
          {t('Reset to black')}
        </Button>
      )}
    </div>
  )
}

type NoContactProps = { readonly onUse: (email: string) => void; readonly mayChange: boolean }

function NoContact({ onUse, mayChange }: NoContactProps) {
  const user = useUser()
  return (
    <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-xl bg-warning-soft px-3.5 py-2 text-warning">
      <span className="font-medium">{t('Without it, buyers cannot contact you.')}</span>
      {user !== null && mayChange && (
        <button
          type="button"
          className="min-h-6 rounded text-start font-medium wrap-anywhere underline underline-offset-2"
          onClick={() => onUse(user.email)}
        >
          {t('Use {email}', { email: user.email })}
        </button>
      )}
    </span>
  )
}
