import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { platforms } from '#selling/endpoints/conversions/platforms.ts'
import { isScreen, isTest } from './rooms.ts'

/**
 * The code that opens outgoing connections, with the hosts it calls. Only one file calls sellers' hosts, and none
 * calls buyers' hosts.
 */
const allowed: Readonly<Record<string, string>> = {
  'src/accounts/identity/social/open-id.ts': 'the issuer in the settings',
  'src/accounts/uploads/storage/s3-bucket.ts': 'the bucket in the settings',
  'src/accounts/uploads/storage/s3-keys.ts': 'the service that lends this machine the keys of its role',
  'src/foundation/card-provider/transport/connect-in-time.ts': 'the card provider, and the bucket',
  'src/foundation/card-provider/transport/http-client.ts': 'the provider’s API',
  'src/foundation/http/call-address.ts':
    'receivers that sellers enter, in the public internet only, and the ad platforms below',
  'src/foundation/http/contract/client.ts': 'the product’s own API, from a browser',
  'src/foundation/mail/send-mails.ts': 'the mail server in the settings',
  'src/operations/demo/history/past-provider.ts': 'the sandbox',
  'src/operations/demo/open-shop.ts': 'the sandbox',
  'src/operations/doctor/check-address.ts': 'the product’s own address',
  'src/operations/doctor/check-mail.ts': 'the mail server in the settings',
  'src/operations/doctor/check-provider.ts': 'the provider’s API',
  'src/operations/doctor/check-wallets.ts': 'the product’s own address',
  'src/payments/tax-numbers/ask-register.ts': 'the register of VAT numbers in the settings',
  'src/selling/notifications/push/send-pushes.ts': 'the push services of browsers, by a list of their hosts',
}

const opens =
  /(?<![.\w])fetch\(|createNodeHttpClient\(|(?:from|import\()\s*'(?:undici|openid-client|nodemailer|aws4fetch)'|import \{[^}]*\b(?:Agent|request|connect|get)\b[^}]*\} from 'node:(?:https?|tls|net)'/

// Proves no-fetching.
test('only one file connects to sellers’ hosts, and all others connect only to services that the operator configured', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((name) => join('src', name).replaceAll('\\', '/'))
    .filter(
      (path) => path.endsWith('.ts') && !isTest(path) && !isScreen(path) && !path.startsWith('src/web/'),
    )
  const found = files.filter((path) => opens.test(withoutTypes(readFileSync(path, 'utf8'))))

  expect(found.toSorted()).toEqual(Object.keys(allowed))
})

test('purchases are sent to no other ad platforms', () => {
  expect(Object.values(platforms).map(({ host }) => host)).toEqual([
    'https://www.google-analytics.com',
    'https://graph.facebook.com',
    'https://business-api.tiktok.com',
  ])
})

const withoutTypes = (source: string): string => source.replaceAll(/^import type .*$/gm, '')
