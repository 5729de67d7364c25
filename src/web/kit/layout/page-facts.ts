import { z } from 'zod'

const cardProvider = z.object({ publishableKey: z.string(), scriptUrl: z.string(), isTestMode: z.boolean() })
export type CardProviderFacts = z.output<typeof cardProvider>

/** Facts that the server puts into the document, so that no page has to wait for a call. */
function fact(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
}

/** The name of the social sign-in, such as Google, or null if there is none. */
export function socialSignInName(): string | null {
  return fact('social-sign-in') || null
}

const legal = z.object({ terms: z.string().optional(), privacy: z.string().optional() })

/** The operator's terms and privacy policy, if they have their own pages. */
export function legalPages(): z.output<typeof legal> {
  return legal.parse(JSON.parse(fact('legal')))
}

/** The settings for cards that are charged on the platform's account. */
export function cardProviderFacts(): CardProviderFacts {
  return cardProvider.parse(JSON.parse(fact('card-provider')))
}
