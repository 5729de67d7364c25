import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { z } from 'zod'
import { useMay } from '#accounts/roles/ui/queries.ts'
import { SettingsSection } from '#web/kit/layout/section.tsx'
import { NotLoaded } from '#web/kit/feedback/not-loaded.tsx'
import { call } from '#accounts/identity/ui/session.ts'
import { useSavingForm } from '#accounts/identity/ui/use-saving-form.ts'
import { SellerForm } from '#web/kit/form/seller-form.tsx'
import { mergedSet } from '#web/kit/list/merged-set.ts'
import { Textarea } from '#web/kit/form/text-input.tsx'
import { embedHosts, hostOf } from '#accounts/shop/embed-hosts.ts'
import { shopMessages } from '#accounts/shop/messages.ts'
import { type Shop, shopContract } from '../contract.ts'
import { shopQuery } from './queries.ts'
import { ShopForm } from './shop-form.tsx'

/** The sections of the settings about the shop: what buyers see of it, and where its forms may be shown. */
export function ShopSection() {
  const may = useMay()
  const query = useQuery(shopQuery)
  const { data } = query
  const { entity, verb } = shopContract.saveShop.right
  return (
    <>
      <SettingsSection
        title="Shop"
        lead="Your shop as buyers see it on payment and purchase pages, in their emails and on invoices."
      >
        {data !== undefined && may !== undefined ? (
          <ShopForm shop={data} mayChange={may(entity, verb)} />
        ) : (
          <NotLoaded query={query} label="Loading the shop" blocks={['h-96']} />
        )}
      </SettingsSection>
      {data !== undefined && may !== undefined && (
        <SettingsSection
          title="Your own sites"
          lead="Buyers can pay without leaving your site. The code to paste is under Share, on each form's card."
        >
          <SitesForm hosts={data.embedHosts} mayChange={may(entity, verb)} />
        </SettingsSection>
      )}
    </>
  )
}

const typedHosts = z.object({ embedHosts: z.string().transform(hostsIn).pipe(embedHosts) })

type Props = {
  readonly hosts: Shop['embedHosts']
  /** Without it the sites can be read. */
  readonly mayChange: boolean
}

/** The hosts whose pages may show the shop's forms: one in a line, and what is pasted as an address becomes its host. */
function SitesForm({ hosts, mayChange }: Props) {
  const queries = useQueryClient()
  const [stored, setStored] = useState(hosts)
  const [text, setText] = useState(() => hosts.join('\n'))
  const { form, errors, isBusy, onSubmit } = useSavingForm(typedHosts, shopMessages.failed, async (body) => {
    // What a colleague has put in meanwhile stays.
    const current = await call(shopContract.readShop, {})
    const merged = mergedSet(stored, body.embedHosts, current.embedHosts)
    const saved = await call(shopContract.saveShop, { body: { embedHosts: merged } })
    setStored(saved.embedHosts)
    setText(saved.embedHosts.join('\n'))
    await queries.invalidateQueries({ queryKey: ['seller'] })
    // Each new site is registered for wallets.
    await queries.invalidateQueries({ queryKey: ['ways-to-pay'] })
    toast.success(shopMessages.sitesSaved)
    return false
  })
  return (
    <SellerForm
      label="Your own sites"
      form={form}
      onSubmit={onSubmit}
      failure={errors.server}
      mayChange={mayChange}
      isBusy={isBusy}
      saveLabel="Save sites"
    >
      <Textarea
        label="Sites that may show your forms"
        info="Every other site is refused, so that nobody can pass your forms off as theirs."
        hint="One per line. *.example.com covers all subdomains of example.com."
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
    </SellerForm>
  )
}

function hostsIn(text: string): string[] {
  return text.split(/[\s,]+/).flatMap((typed) => (typed === '' ? [] : [hostOf(typed)]))
}
