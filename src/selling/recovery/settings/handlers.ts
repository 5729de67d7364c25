import type { Kysely } from 'kysely'
import { found } from '#foundation/failures/failure.ts'
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

/** `dropPage` gets the form whose payment page has changed. */
export function formRecoveryHandlers(
  { db, config }: Pick<Services, 'db' | 'config'>,
  dropPage: (formId: string) => void,
): Handlers<typeof formRecoveryContract> {
  async function describe({ sellerId }: Caller, id: string): Promise<FormRecovery> {
    const { languages } = await findOwn(db, sellerId, id)
    const { chosen, isAllowed, page, waits, subject, message, country } = await settingsOf(db, id)
    return {
      declined: chosen ?? isAllowed,
      page,
      waits: [...waits],
      subject,
      message,
      country,
      isAllowed,
      languages: [...(languages ?? everyLanguage)],
    }
  }

  return {
    readFormRecovery: ({ caller, params }) => describe(caller, params.id),

    async saveFormRecovery({ caller, params: { id }, body }) {
      await findOwn(db, caller.sellerId, id)
      const { declined, page, waits, subject, message } = body
      const change = {
        ...(declined !== undefined && { declined }),
        ...(page !== undefined && { page }),
        ...(waits !== undefined && { waits: [...waits] }),
        ...(subject !== undefined && { subject: subject === '' ? null : subject }),
        ...(message !== undefined && { message: message?.trim() === '' ? null : message }),
      }
      const row = { declined: null, subject: null, message: null, ...change, formId: id }
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
      return inLanguage(language, () => {
        const { subject, text } = recoveryMessage(config, {
          ...form,
          kind,
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
