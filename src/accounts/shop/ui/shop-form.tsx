import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import type { z } from 'zod'
import { call } from '#accounts/identity/ui/session.ts'
import { useSavingForm } from '#accounts/identity/ui/use-saving-form.ts'
import { SellerForm } from '#web/kit/form/seller-form.tsx'
import { rightsQuery } from '#accounts/roles/ui/queries.ts'
import { PictureUpload } from '#accounts/uploads/ui/picture-upload.tsx'
import { Select } from '#web/kit/form/select.tsx'
import { TextInput } from '#web/kit/form/text-input.tsx'
import { WaitedFor } from '#web/kit/form/waited-for.ts'
import { WaitingNote } from '#web/kit/form/save-bar.tsx'
import { zoneOptions } from '#web/kit/browser/zone.ts'
import { Button } from '#web/kit/layout/button.tsx'
import { ColorInput } from '#web/kit/form/color-input.tsx'
import { shop as shopSchema, type Shop, shopContract, shopFields } from '../contract.ts'
import { fontNames, shopFonts } from '../fonts.ts'
import { shopMessages } from '../messages.ts'

const fontOptions = fontNames.map((name) => ({ value: name, label: shopFonts[name].label }))

type Props = {
  readonly shop: Shop
  /** Without it the fields can be read. */
  readonly mayChange: boolean
}

export function ShopForm({ shop, mayChange }: Props) {
  const queries = useQueryClient()
  // What changes are measured against: the shop as it is shown here, also when it is read anew meanwhile.
  const [stored, setStored] = useState(shop)
  const [logo, setLogo] = useState(shop.logo)
  const [wideLogo, setWideLogo] = useState(shop.wideLogo)
  const [brandColor, setBrandColor] = useState(shop.brandColor)
  const { form, errors, isBusy, waitFor, waitedFor, onSubmit } = useSavingForm(
    shopFields,
    shopMessages.failed,
    async (written) => {
      const body = changesOf(stored, written)
      const saved = await call(shopContract.saveShop, { body })
      setStored((before) => storedAfter(before, body, saved))
      // Invoices and the team are shown with the name as well.
      await queries.invalidateQueries({ queryKey: ['seller'] })
      await queries.invalidateQueries({ queryKey: ['team'] })
      await queries.invalidateQueries({ queryKey: rightsQuery.queryKey })
      toast.success(shopMessages.saved)
      return false
    },
  )
  const field = (name: 'name' | 'contactEmail' | 'website' | 'termsUrl' | 'font' | 'timeZone') => ({
    name,
    defaultValue: shop[name] ?? '',
    error: errors[name],
    disabled: !mayChange,
  })
  return (
    <SellerForm
      label="Shop"
      form={form}
      onSubmit={onSubmit}
      failure={errors.server}
      mayChange={mayChange}
      isBusy={isBusy}
      saveLabel="Save shop"
    >
      <TextInput
        {...field('name')}
        label="Shop name"
        required
        maxLength={120}
        hint="Buyers see it everywhere. Invoices of earlier payments keep the name from then."
      />
      <TextInput
        {...field('contactEmail')}
        label="Contact email"
        type="email"
        inputMode="email"
        maxLength={128}
        hint="On receipts, purchase pages and invoices; answers to your emails go to it. Without it, buyers are not told where to ask."
      />
      <TextInput
        {...field('website')}
        label="Website"
        type="url"
        inputMode="url"
        maxLength={2048}
        placeholder="https://"
      />
      <TextInput
        {...field('termsUrl')}
        label="Terms address"
        type="url"
        inputMode="url"
        maxLength={2048}
        placeholder="https://"
        hint="Linked from the payment page of each form that has no terms of its own."
      />
      <WaitedFor value={waitFor}>
        <div className="grid gap-5 sm:grid-cols-2">
          <input type="hidden" name="logo" value={logo ?? ''} />
          <PictureUpload
            label="Logo"
            shape="whole"
            type="divers"
            value={logo}
            onChange={setLogo}
            isDisabled={!mayChange}
            hint="A square, shown beside your name."
            error={errors.logo}
          />
          <input type="hidden" name="wideLogo" value={wideLogo ?? ''} />
          <PictureUpload
            label="Wide logo"
            shape="whole"
            type="divers"
            value={wideLogo}
            onChange={setWideLogo}
            isDisabled={!mayChange}
            hint="Your name as a picture: on purchase pages, in emails and on invoices, in place of both."
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
        label="Font"
        options={fontOptions}
        hint="Of pages, emails and invoices, in the typeface that each device has of this kind."
      />
      <Select
        {...field('timeZone')}
        label="Time zone"
        options={[{ value: '', label: 'That of each device' }, ...zoneOptions(shop.timeZone)]}
        hint="By whose clock you and your team see times here, and days begin: in the overview, in lists and in exports. Buyers see days of UTC."
      />
      <WaitingNote waitedFor={waitedFor} />
    </SellerForm>
  )
}

const someFields = shopFields.partial()
type ShopChanges = z.output<typeof someFields>

/** What was changed of a shop on this screen, so that what a colleague has changed meanwhile stays. */
export function changesOf(stored: Shop, written: z.output<typeof shopFields>): ShopChanges {
  const before = new Map<string, unknown>(Object.entries(stored))
  const changed = Object.entries(written).filter(([name, value]) => value !== before.get(name))
  return someFields.parse(Object.fromEntries(changed))
}

/**
 * What the next changes are measured against. The screen goes on to show the other fields as they were loaded: taken from
 * the answer, what a colleague has changed of them would be undone as if it were changed here.
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

/** A suggestion to start from: what a new form has. */
const firstColor = '#7F1CCF'

/** The color of the shop, or none. */
function BrandColor({ value, onChange, isDisabled, error }: ColorProps) {
  const hint =
    'Of emails, purchase pages and invoices; what would be hard to read is made darker or lighter. A payment page has the colors of its form.'
  if (value === null) {
    return (
      <div className="grid justify-items-start gap-1.5">
        <p className="font-medium">Brand color</p>
        <Button variant="secondary" disabled={isDisabled} onClick={() => onChange(firstColor)}>
          Choose a color
        </Button>
        <p className="text-sm text-muted">{hint}</p>
      </div>
    )
  }
  return (
    <div className="grid justify-items-start gap-2">
      <ColorInput
        label="Brand color"
        value={value}
        onChange={onChange}
        isDisabled={isDisabled}
        error={error}
        hint={hint}
      />
      {!isDisabled && (
        <Button variant="secondary" onClick={() => onChange(null)}>
          No brand color
        </Button>
      )}
    </div>
  )
}
