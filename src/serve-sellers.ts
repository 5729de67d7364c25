import type { FastifyInstance } from 'fastify'
import type { ViteDevServer } from 'vite'
import { providerSources } from './buying/checkout/page/page-policy.ts'
import { hashSource, providerTrust } from './buying/checkout/pay/provider-trust.ts'
import type { Config } from './foundation/config/config.ts'
import { registerStaticApp } from './foundation/http/pages/static-app.ts'
import { pickFields } from './foundation/values/pick-fields.ts'

type Files = { readonly root: string; readonly built: string; readonly dev: ViteDevServer | undefined }

/** Serves the sellers' app: its files, and its document at every URL that no other route serves. */
export async function serveSellers(
  server: FastifyInstance,
  files: Files,
  { provider, openId, legal, publicUrl }: Config,
): Promise<void> {
  const trust = providerTrust(provider.scriptUrl)
  await registerStaticApp(server, {
    ...files,
    isSecure: publicUrl.startsWith('https:'),
    card: {
      paths: ['/register', '/billing'],
      sources: { ...providerSources(provider.scriptUrl), trust: hashSource(trust) },
      script: trust,
    },
    metas: {
      'social-sign-in': openId?.name ?? '',
      legal: JSON.stringify(legal),
      'card-provider': JSON.stringify(pickFields(provider, ['publishableKey', 'scriptUrl', 'isTestMode'])),
    },
  })
}
