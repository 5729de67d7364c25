import { getPublicSuffix } from 'tldts'
import { t } from '#foundation/language/t.ts'
import { recordAudit } from '#accounts/audit/record-audit.ts'
import { nameInvoices } from '#accounts/invoice-details/seller-details.ts'
import { lockSeller, setShop } from '#accounts/people/change-seller.ts'
import { readSeller } from '#accounts/people/read-people.ts'
import { uploadAgain } from '#accounts/uploads/contract.ts'
import { isOwnPicture } from '#accounts/uploads/own-files.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { givenColumns } from '#foundation/db/driver/given-columns.ts'
import { InvalidFields } from '#foundation/failures/failure.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import type { Services } from '#registry/services.ts'
import type { shopContract } from './contract.ts'
import { readShop } from './read-shop.ts'

type ShopServices = Pick<Services, 'db' | 'clock' | 'log'>

export function shopHandlers({ db, clock, log }: ShopServices): Handlers<typeof shopContract> {
  const checkPictures = async (
    sellerId: string,
    pictures: Readonly<Record<'logo' | 'wideLogo', string | null | undefined>>,
  ): Promise<void> => {
    const wrong: Record<string, string> = {}
    for (const [field, address] of Object.entries(pictures)) {
      const isFine = address === null || address === undefined || (await isOwnPicture(db, sellerId, address))
      if (!isFine) wrong[field] = uploadAgain.picture()
    }
    if (Object.keys(wrong).length > 0) throw new InvalidFields(wrong)
  }

  return {
    async readShop({ caller }) {
      return readShop(db, caller.sellerId)
    },

    async saveShop({ caller, body }) {
      const { sellerId, userId } = caller
      const { logo, wideLogo } = body
      refuseEverybodysHosts(body.embedHosts)
      await checkPictures(sellerId, { logo, wideLogo })
      const now = clock.now()
      await inTransaction(db, async (tx) => {
        await lockSeller(tx, sellerId)
        const before = await readSeller(tx, sellerId)
        const isRenamed = body.name !== undefined && before.name !== body.name
        const originalName = isRenamed ? (before.originalName ?? before.name) : before.originalName
        await setShop(tx, sellerId, { ...givenColumns(body), originalName }, now)
        if (isRenamed) await nameInvoices(tx, sellerId, now)
        await recordAudit(tx, { at: now, actorId: userId, action: 'seller.shop', sellerId })
      })
      log.info({ seller: sellerId, user: userId }, 'shop changed')
      return readShop(db, sellerId)
    },
  }
}

/**
 * Rejects `*.` before a public suffix, such as `*.co.uk` or `*.github.io`, because unrelated people have sites below
 * it. The list of suffixes (publicsuffix.org) comes with its package. It is too large for a browser's script, so only
 * the server uses it. Throws `InvalidFields`.
 */
export function refuseEverybodysHosts(embedHosts: readonly string[] = []): void {
  const sharedSuffix = embedHosts.find((host) => host.startsWith('*.') && isPublicSuffix(host.slice(2)))
  if (sharedSuffix === undefined) return
  throw new InvalidFields({
    embedHosts: t(
      '"{sharedSuffix}" would allow every site on that service. Enter your own site, such as shop.{suffix}',
      { sharedSuffix, suffix: sharedSuffix.slice(2) },
    ),
  })
}

function isPublicSuffix(host: string): boolean {
  const name = host.replace(/:\d+$/, '')
  return getPublicSuffix(name, { allowPrivateDomains: true }) === name
}
