import type { Kysely } from 'kysely'
import { found, InvalidFields } from '#foundation/failures/failure.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { pickFields } from '#foundation/values/pick-fields.ts'
import type { Caller } from '#foundation/http/contract/caller.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import { isId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import { languages as everyLanguage } from '#foundation/language/languages.ts'
import { inLanguage } from '#foundation/language/t.ts'
import { translate } from '#foundation/language/translations.ts'
import type { Services } from '#registry/services.ts'
import { reminderText } from '#buying/checkout/messages.ts'
import { recoveryMessage } from '../send/write-recovery-mail.ts'
import type { FormRecovery, formRecoveryContract } from './contract.ts'
import { settingsOf } from './form-settings.ts'
import { listOfferedPrices } from './offered-prices.ts'
import { discountText, findReminderCoupon, listOpenCoupons } from './open-coupons.ts'

/** `dropPage` gets the form whose payment page has changed. */
export function formRecoveryHandlers(
  { db, clock, config }: Pick<Services, 'db' | 'clock' | 'config'>,
  dropPage: (formId: string) => void,
): Handlers<typeof formRecoveryContract> {
  async function describe({ sellerId }: Caller, id: string): Promise<FormRecovery> {
    const { languages } = await findOwn(db, sellerId, id)
    const { formId: _, chosen, isAllowed, waits, ...settings } = await settingsOf(db, id)
    const [coupons, prices] = await Promise.all([
      listOpenCoupons(db, id, clock.now()),
      listOfferedPrices(db, id),
    ])
    return {
      ...settings,
      declined: chosen ?? isAllowed,
      waits: [...waits],
      isAllowed,
      languages: [...(languages ?? everyLanguage)],
      coupons: coupons.map((coupon) => ({
        ...pickFields(coupon, ['id', 'code']),
        discount: discountText(coupon),
      })),
      prices,
    }
  }

  return {
    readFormRecovery: ({ caller, params }) => describe(caller, params.id),

    async saveFormRecovery({ caller, params: { id }, body }) {
      await findOwn(db, caller.sellerId, id)
      const { declined, page, waits, subject, message, ...offered } = body
      await checkOffered(db, id, offered, clock.now())
      const change = {
        ...offered,
        ...(declined !== undefined && { declined }),
        ...(page !== undefined && { page }),
        ...(waits !== undefined && { waits: [...waits] }),
        ...(subject !== undefined && { subject: subject === '' ? null : subject }),
        ...(message !== undefined && { message: message?.trim() === '' ? null : message }),
      }
      const none = { declined: null, subject: null, message: null, couponId: null, fallbackPriceId: null }
      const row = { ...none, ...change, formId: id }
      await db
        .insertInto('formRecovery')
        .values(row)
        .onConflict((conflict) => conflict.column('formId').doUpdateSet({ ...change, formId: id }))
        .execute()
      dropPage(id)
      return describe(caller, id)
    },

    async previewRecoveryMail({ caller, params: { id }, query }) {
      const form = await findOwn(db, caller.sellerId, id)
      const { kind, language } = query
      const isOwn = language === form.contentLanguage
      const couponId = kind === 'page' ? (query.coupon ?? null) : null
      const coupon = await findReminderCoupon(db, { formId: id, couponId }, clock.now())
      return inLanguage(language, () => {
        const { subject, text } = recoveryMessage(config, {
          ...form,
          kind,
          isAskedFor: false,
          priceNow: null,
          coupon: coupon ?? null,
          title: translate(form, language).title,
          name: 'Grace Hopper',
          locale: language,
          consentText: kind === 'page' ? reminderText() : null,
          subject: isOwn && query.subject !== '' ? query.subject : null,
          message: isOwn && query.message.trim() !== '' ? query.message : null,
          url: `${config.publicUrl}/payment/…`,
          stopUrl: `${config.publicUrl}/my/…`,
        })
        return { subject, text }
      })
    },
  }
}

type Offered = { readonly [Name in 'couponId' | 'fallbackPriceId']?: string | null | undefined }

/** Something newly chosen must be available now. The page and the email leave out what has ended since. */
async function checkOffered(
  db: Kysely<Database>,
  formId: string,
  { couponId = null, fallbackPriceId = null }: Offered,
  now: Date,
): Promise<void> {
  const stored = await settingsOf(db, formId)
  if (couponId !== null && couponId !== stored.couponId) {
    const coupon = await findReminderCoupon(db, { formId, couponId }, now)
    if (coupon === undefined) throw new InvalidFields({ couponId: messages.choice() })
  }
  if (fallbackPriceId !== null && fallbackPriceId !== stored.fallbackPriceId) {
    const prices = await listOfferedPrices(db, formId)
    if (!prices.some(({ id }) => id === fallbackPriceId))
      throw new InvalidFields({ fallbackPriceId: messages.choice() })
  }
}

async function findOwn(db: Kysely<Database>, sellerId: string, id: string) {
  return found(
    isId(id)
      ? await db
          .selectFrom('formsView as forms')
          .innerJoin('sellersView as sellers', 'sellers.id', 'forms.sellerId')
          .select(['forms.title', 'forms.texts', 'forms.contentLanguage', 'forms.languages'])
          .select(['forms.amount', 'forms.currency', 'forms.themeColor'])
          .select(['sellers.name as sellerName', 'sellers.logo', 'sellers.wideLogo', 'sellers.contactEmail'])
          .select(['sellers.website', 'sellers.brandColor', 'sellers.font'])
          .where('forms.id', '=', id)
          .where('forms.sellerId', '=', sellerId)
          .where('forms.deletedAt', 'is', null)
          .executeTakeFirst()
      : undefined,
  )
}
