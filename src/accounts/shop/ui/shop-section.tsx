import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { z } from 'zod'
import { t } from '#foundation/language/t.ts'
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

/** The settings sections about the shop: its appearance to buyers, and the sites that can embed its forms. */
export function ShopSection() {
  const may = useMay()
  const query = useQuery(shopQuery)
  const { data } = query
  const { entity, verb } = shopContract.saveShop.right
  return (
    <>
      <SettingsSection
        title={t('Shop')}
        lead={t('How your shop looks on payment pages, purchase pages, emails and invoices.')}
      >
        {data !== undefined && may !== undefined ? (
          <ShopForm shop={data} mayChange={may(entity, verb)} />
        ) : (
          <NotLoaded query={query} label={t('Loading the shop')} blocks={['h-96']} />
        )}
      </SettingsSection>
      {data !== undefined && may !== undefined && (
        <SettingsSection
          title={t('Your own sites')}
          lead={t('Let buyers pay without leaving your site. Get the code from Share on any form.')}
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
  /** Without it the sites are read-only. */
  readonly mayChange: boolean
}

/** The hosts whose pages can embed the shop's forms, one per line; a pasted URL becomes its host. */
function SitesForm({ hosts, mayChange }: Props) {
  const queries = useQueryClient()
  const [stored, setStored] = useState(hosts)
  const [text, setText] = useState(() => hosts.join('\n'))
  const { form, errors, isBusy, onSubmit } = useSavingForm(
    typedHosts,
    shopMessages.failed(),
    async (body) => {
      // A colleague's additions stay.
      const current = await call(shopContract.readShop, {})
      const merged = mergedSet(stored, body.embedHosts, current.embedHosts)
      const saved = await call(shopContract.saveShop, { body: { embedHosts: merged } })
      setStored(saved.embedHosts)
      setText(saved.embedHosts.join('\n'))
      await queries.invalidateQueries({ queryKey: ['seller'] })
      // Each new site is registered for wallets.
      await queries.invalidateQueries({ queryKey: ['ways-to-pay'] })
      toast.success(shopMessages.sitesSaved())
      return false
    },
  )
  return (
    <SellerForm
      label={t('Your own sites')}
      form={form}
      onSubmit={onSubmit}
      failure={errors.server}
      mayChange={mayChange}
      isBusy={isBusy}
      saveLabel={t('Save sites')}
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
    </SellerForm>
  )
}

function hostsIn(text: string): string[] {
  return text.split(/[\s,]+/).flatMap((typed) => (typed === '' ? [] : [hostOf(typed)]))
}
