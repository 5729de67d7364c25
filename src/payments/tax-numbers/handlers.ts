import { findSellerDetails } from '#accounts/invoice-details/seller-details.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import { clientNetwork } from '#foundation/network/client-network.ts'
import { readVatNumber } from '#foundation/typed/vat-number.ts'
import type { Services } from '#registry/services.ts'
import { lookUpNumber, noRequester, textOf } from './check-number.ts'
import type { taxNumbersContract } from './contract.ts'

type NumberServices = Pick<Services, 'db' | 'clock' | 'config' | 'log' | 'limiter'>

export function taxNumbersHandlers(services: NumberServices): Handlers<typeof taxNumbersContract> {
  return {
    async readOwnNumber({ caller, request }) {
      const { country, taxNumber } = await findSellerDetails(services.db, caller.sellerId)
      const own = country === null || taxNumber === null ? undefined : readVatNumber(taxNumber, country)
      if (own === undefined) return { number: null, status: null, name: null, checkedAt: null }
      // The register rejects a request on behalf of a number that it does not know, so this one names no requester.
      const found = await lookUpNumber(services, own, noRequester, clientNetwork(request.ip))
      const { status, name, checkedAt } = found
      return { number: textOf(own), status, name, checkedAt: checkedAt.toISOString() }
    },
  }
}
