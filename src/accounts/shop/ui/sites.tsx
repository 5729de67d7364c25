import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { z } from 'zod'
import { t } from '#foundation/language/t.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { useSavingForm } from '#accounts/identity/ui/use-saving-form.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { embedHosts, hostOf } from '#accounts/shop/embed-hosts.ts'
import { shopMessages } from '#accounts/shop/messages.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { SettingsForm } from '#web/kit/form/settings-form.tsx'
import { SwitchRow } from '#web/kit/form/switch.tsx'
import { TextInput, Textarea } from '#web/kit/form/text-input.tsx'
import { Button } from '#web/kit/layout/button.tsx'
import { Section } from '#web/kit/layout/section.tsx'
import { mergedSet } from '#web/kit/list/merged-set.ts'
import { type Shop, shopContract } from '../contract.ts'

type Hosts = Shop['embedHosts']
type Told = Pick<Shop, 'announcesPurchases' | 'namesOrderAfterPaying'>

/** Saves changed hosts and returns all of them. Hosts that a colleague has added stay. */
async function saveSites(queries: QueryClient, before: Hosts, after: Hosts, told?: Told): Promise<Hosts> {
  const current = await call(shopContract.readShop, {})
  const merged = mergedSet(before, after, current.embedHosts)
  const saved = await call(shopContract.saveShop, { body: { embedHosts: merged, ...told } })
  await queries.invalidateQueries({ queryKey: ['seller'] })
  // Each new site is registered for wallets.
  await queries.invalidateQueries({ queryKey: ['ways-to-pay'] })
  toast.success(shopMessages.sitesSaved())
  return saved.embedHosts
}

const typedHosts = z.object({ embedHosts: z.string().transform(hostsIn).pipe(embedHosts) })

/**
 * The hosts whose pages can embed the shop's forms, one per line, and whether the seller's pages are notified of
 * purchases. A pasted URL becomes its host.
 */
export function SitesForm({ shop }: { readonly shop: Shop }) {
  const queries = useQueryClient()
  const mayChange = useMayCall()(shopContract.saveShop)
  const [stored, setStored] = useState(shop.embedHosts)
  const [text, setText] = useState(() => shop.embedHosts.join('\n'))
  const [told, setTold] = useState<Told>({
    announcesPurchases: shop.announcesPurchases,
    namesOrderAfterPaying: shop.namesOrderAfterPaying,
  })
  const switchFor = (name: keyof Told) => ({
    name,
    checked: told[name],
    disabled: !mayChange,
    onChange: ({ target }: { readonly target: HTMLInputElement }) =>
      setTold({ ...told, [name]: target.checked }),
  })
  const saving = useSavingForm(typedHosts, shopMessages.failed(), async (body) => {
    const saved = await saveSites(queries, stored, body.embedHosts, told)
    setStored(saved)
    setText(saved.join('\n'))
    return false
  })
  const { errors } = saving
  return (
    <SettingsForm {...saving} label={t('Your own sites')} mayChange={mayChange} saveLabel={t('Save sites')}>
      <Section
        title={t('Your own sites')}
        lead={t('Let buyers pay without leaving your site. Get the code from Share on any form.')}
        anchor="sites"
      >
        <Textarea
          label={t('Allowed sites')}
          info={t('Other sites cannot embed your forms, so no one can pass them off as their own.')}
          hint={t('One per line. *.example.com covers all subdomains of example.com.')}
          name="embedHosts"
          rows={3}
          spellCheck={false}
          autoCapitalize="off"
          placeholder="shop.example.com"
          error={errors.embedHosts}
          disabled={!mayChange}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onBlur={() => setText(hostsIn(text).join('\n'))}
        />
        <SwitchRow
          label={t('Notify my page of purchases')}
          hint={t(
            'For your analytics: a page that embeds a form gets the amount and items of each purchase, but no name or email.',
          )}
          {...switchFor('announcesPurchases')}
        />
        <SwitchRow
          label={t('Add the order to the URL after paying')}
          hint={t(
            'If a form sends buyers to your page after paying, the URL contains the order’s ID, amount and currency.',
          )}
          {...switchFor('namesOrderAfterPaying')}
        />
      </Section>
    </SettingsForm>
  )
}

const typedHost = z.object({
  embedHosts: z
    .string()
    .transform(hostsIn)
    .refine((hosts) => hosts.length > 0, { error: messages.required })
    .pipe(embedHosts),
})

/** Allows one more site, at the place where it is needed. */
export function AllowSite({ hosts }: { readonly hosts: Hosts }) {
  const queries = useQueryClient()
  const { form, errors, isBusy, onSubmit } = useSavingForm(
    typedHost,
    shopMessages.failed(),
    async ({ embedHosts: added }, element) => {
      await saveSites(queries, hosts, [...hosts, ...added])
      element.reset()
      return false
    },
  )
  return (
    <form
      ref={form}
      noValidate
      onSubmit={onSubmit}
      aria-label={t('Allow a site')}
      autoComplete="off"
      className="flex flex-wrap items-start gap-3"
    >
      <div className="min-w-0 flex-[1_1_14rem]">
        <TextInput
          label={t('Your site')}
          name="embedHosts"
          inputMode="url"
          spellCheck={false}
          autoCapitalize="off"
          maxLength={2048}
          placeholder="shop.example.com"
          error={errors.embedHosts ?? errors.server}
        />
      </div>
      <Button type="submit" variant="secondary" isBusy={isBusy} className="mt-7.5">
        {t('Allow')}
      </Button>
    </form>
  )
}

function hostsIn(text: string): string[] {
  return text.split(/[\s,]+/).flatMap((typed) => (typed === '' ? [] : [hostOf(typed)]))
}
