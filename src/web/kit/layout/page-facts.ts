import { z } from 'zod'

const cardProvider = z.object({ publishableKey: z.string(), scriptUrl: z.string(), isTestMode: z.boolean() })
export type CardProviderFacts = z.output<typeof cardProvider>

/** What the server says in the document itself, so that no page waits for a call to know it. */
function fact(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
}

/** What the social sign-in is called, such as Google; null where there is none. */
export function socialSignInName(): string | null {
  return fact('social-sign-in') || null
}

/** How cards are taken for ourselves, on the platform's account. */
export function cardProviderFacts(): CardProviderFacts {
  return cardProvider.parse(JSON.parse(fact('card-provider')))
}
