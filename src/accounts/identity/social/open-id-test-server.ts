import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import Provider from 'oidc-provider'
import { t } from '#foundation/language/t.ts'
import { z } from 'zod'

export type TestIssuer = {
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  /** The person who signs in next, or null if they decline. */
  person: IssuerPerson | null
  /** Registers the client with this redirect URI. Until then, the issuer answers no requests. */
  readonly admit: (redirectUri: string) => void
  readonly close: () => Promise<void>
}

export type IssuerPerson = {
  readonly uid: string
  readonly email: string
  readonly isVerified: boolean
  readonly firstname: string
  readonly lastName: string
  /** How the person signed in at the issuer, as in RFC 8176. Omitted if unset. */
  readonly amr?: readonly string[]
}

const clientId = 'tillform'
const clientSecret = 'a secret of the issuer and tillform'

/** A real OpenID Connect issuer on loopback, where `person` signs in and consents automatically. */
export async function startIssuer(): Promise<TestIssuer> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = z.object({ port: z.number() }).parse(server.address())
  const url = `http://127.0.0.1:${port}`
  const state: { person: IssuerPerson | null } = { person: null }
  const people = new Map<string, IssuerPerson>()
  return {
    url,
    clientId,
    clientSecret,
    get person() {
      return state.person
    },
    set person(person) {
      state.person = person
    },
    admit(redirectUri) {
      const provider = createProvider(url, redirectUri, people)
      const answer = provider.callback()
      server.on('request', (request: IncomingMessage, response: ServerResponse) => {
        if (request.url?.startsWith('/interaction/') !== true) return void answer(request, response)
        void interact(provider, request, response, state.person, people)
      })
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function createProvider(url: string, redirectUri: string, people: Map<string, IssuerPerson>): Provider {
  return new Provider(url, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    pkce: { required: () => true },
    claims: {
      openid: ['sub', 'amr'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name'],
    },
    cookies: { keys: [t('the issuer’s own key')] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_context, uid) => ({
      accountId: uid,
      claims: () => {
        const person = people.get(uid)
        return {
          sub: uid,
          email: person?.email,
          email_verified: person?.isVerified,
          given_name: person?.firstname,
          family_name: person?.lastName,
        }
      },
    }),
    loadExistingGrant: async (context) => {
      const { provider, client, session } = context.oidc
      if (client === undefined || session?.accountId === undefined) return undefined
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope(t('openid email profile'))
      await grant.save()
      return grant
    },
  })
}

async function interact(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  person: IssuerPerson | null,
  people: Map<string, IssuerPerson>,
): Promise<void> {
  if (person === null) {
    const refusal = { error: 'access_denied', error_description: t('The person declined') }
    return provider.interactionFinished(request, response, refusal, { mergeWithLastSubmission: false })
  }
  people.set(person.uid, person)
  return provider.interactionFinished(request, response, {
    login: {
      accountId: person.uid,
      remember: false,
      ...(person.amr === undefined ? {} : { amr: [...person.amr] }),
    },
  })
}
