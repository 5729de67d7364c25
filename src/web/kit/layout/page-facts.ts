import { z } from 'zod'

const cardProvider = z.object({ publishableKey: z.string(), scriptUrl: z.string(), isTestMode: z.boolean() })
export type CardProviderFacts = z.output<typeof cardProvider>

/** Facts the server puts into the document, so no page waits for a call. */
function fact(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
}

/** The social sign-in's name, such as Google; null for none. */
export function socialSignInName(): string | null {
  return fact('social-sign-in') || null
}

const legal = z.object({ terms: z.string().optional(), privacy: z.string().optional() })

/** The operator's terms and privacy policy, where they have their own pages. */
export function legalPages(): z.output<typeof legal> {
  return legal.parse(JSON.parse(fact('legal')))
}

/** The settings for cards charged on the platform's account. */
export function cardProviderFacts(): CardProviderFacts {
  return cardProvider.parse(JSON.parse(fact('card-provider')))
}
