import { type AliasedExpression, type Expression, type Kysely, sql } from 'kysely'
import { livePlanOfSeller } from '#accounts/billing/gates/live-plan.ts'
import { countryOfSeller } from '#accounts/invoice-details/seller-details.ts'
import { isSuspended } from '#accounts/suspensions/is-suspended.ts'
import { type ListOf, type PlacedRows, prepareList } from '#foundation/lists/prepare-list.ts'
import type { Database } from '#foundation/db/schema.ts'
import { type PlacedScope, type SellerScope, withinScope } from '#foundation/lists/seller-scope.ts'
import type { Caller } from '#foundation/http/contract/caller.ts'
import type { ListQuery } from '#foundation/http/contract/contract.ts'
import { pricesOfForm, timersOfForm, chargedTax } from '#payments/pricing/form-columns.ts'
import { stockOfForm } from '#payments/stock/stock.ts'
import { hasWords } from '#foundation/db/search.ts'
import { disablesNothing, partsOfForm } from './list-disabled-by-plan.ts'

/** A listed form. Forms with the same seller state and disabled parts share those objects. */
export type ListedForm = Awaited<ReturnType<typeof listForms>>[number]

/** The seller's plan and onboarding, as in an authorized call. */
type Standing = Pick<Caller, 'plan' | 'onboardingStatus'>

type Listed = { readonly now: Date }

/**
 * A page of forms, newest first. The state of the caller's own shop is known, so it is not queried again, and neither
 * are disabled parts if the plan disables nothing.
 */
export async function listForms(
  db: Kysely<Database>,
  scope: SellerScope,
  query: ListQuery,
  { now, own }: Listed & { readonly own: Standing },
) {
  if (scope.sellerId === null || !disablesNothing(own.plan)) {
    const forms = await listAnyForms(db, scope, query, { now })
    return forms.map((form) => ({ form, standing: form }))
  }
  const forms = await listRestless(db, scope, query, { now })
  const standing = { sellerPlan: own.plan, onboardingStatus: own.onboardingStatus, parts: null }
  return forms.map((form) => ({ form, standing }))
}

const listAnyForms = prepareList((db, list: ListOf<Listed>) =>
  pageOfForms(db, list).select((form) => [
    livePlanOfSeller(sellerOf(list.scope)).as('sellerPlan'),
    form
      .selectFrom('sellersView as sellers')
      .select('sellers.onboardingStatus')
      .where('sellers.id', '=', sellerOf(list.scope))
      .as('onboardingStatus'),
    partsOfForm().as('parts'),
  ]),
)

const listRestless = prepareList((db, list: ListOf<Listed>) => pageOfForms(db, list))

/** The seller of a form. It is a constant if all listed forms have the same seller, so that it is looked up once. */
function sellerOf({ sellerId }: PlacedScope): Expression<string> {
  return sellerId === null ? sql.ref('forms.sellerId') : sql`${sellerId}`
}

/** Has one row more than the page shows if there is a next page. */
function pageOfForms(db: Kysely<Database>, { given, scope, q, limit, offset }: ListOf<Listed>) {
  const forms =
    q === '' && offset === 0 ? firstForms(db, scope, limit) : foundForms(db, { scope, q, limit, offset })
  return db
    .selectFrom(forms.as('forms'))
    .select([
      'forms.id',
      'forms.name',
      'forms.title',
      'forms.description',
      'forms.descriptionFormat',
      'forms.image',
      'forms.video',
      'forms.amount',
      'forms.currency',
      'forms.priceType',
      'forms.billingInterval',
      'forms.billingPeriod',
      'forms.cancelAfter',
      'forms.trialDays',
      'forms.trialAmount',
      'forms.setupAmount',
      'forms.isOpen',
      'forms.suggestedAmount',
      'forms.presetAmounts',
      'forms.priceId',
      'forms.priceLabel',
      'forms.isPaused',
      'forms.quantityMin',
      'forms.quantityMax',
      'forms.createdAt',
    ])
    .select((form) => [
      timersOfForm(form),
      chargedTax(form),
      pricesOfForm(form),
      stockOfForm(form),
      isSuspended(sellerOf(scope)).as('isSuspended'),
      countryOfSeller(sellerOf(scope)).as('sellerCountry'),
      form
        .exists(
          form
            .selectFrom('cardTestingAttacksView as cardTestingAttacks')
            .select('cardTestingAttacks.id')
            .whereRef('cardTestingAttacks.formId', '=', 'forms.id')
            .where('cardTestingAttacks.endsAt', '>', given('now')),
        )
        .$castTo<boolean>()
        .as('isUnderAttack'),
    ])
    .orderBy('forms.id', 'desc')
}

function firstForms(db: Kysely<Database>, scope: PlacedScope, limit: PlacedRows['limit']) {
  return ownForms(db, scope).selectAll().limit(limit)
}

/**
 * Finds the rows of a later page or a search through an index alone, without reading all rows before them. Each row is
 * then looked up separately, because of `offset 0`.
 */
function foundForms(db: Kysely<Database>, { scope, q, limit, offset }: Omit<ListOf<Listed>, 'given'>) {
  const page: AliasedExpression<{ id: string }, 'page'> =
    q === ''
      ? ownForms(db, scope).select('forms.id').limit(limit).offset(offset).as('page')
      : formsByWords({ scope, q, limit, offset }).as('page')
  return db
    .selectFrom(page)
    .innerJoinLateral(
      (found) =>
        found
          .selectFrom('forms')
          .selectAll()
          .whereRef('forms.id', '=', 'page.id')
          .modifyEnd(sql`offset 0`)
          .as('forms'),
      (on) => on.onTrue(),
    )
    .selectAll('forms')
}

function ownForms(db: Kysely<Database>, scope: PlacedScope) {
  return db
    .selectFrom('forms')
    .where(withinScope('forms.sellerId', scope))
    .where('forms.deletedAt', 'is', null)
    .orderBy('forms.id', 'desc')
}

/** How many of the newest forms are scanned before the index is used. */
const soonRead = 1_000

/**
 * A page of the forms with a text in their title or name. Common texts are found among the newest forms. Only if these
 * do not fill the page are all forms searched through the word index. With a single strategy, a wrong guess by the
 * planner would read every form.
 */
function formsByWords({ scope, q, limit, offset }: Omit<ListOf<object>, 'given'>) {
  const own = sql`${withinScope('sellerId', scope)} and deleted_at is null`
  const has = hasWords(q, [sql`title`, sql`name`])
  return sql<{ id: string }>`(
    with newest as materialized (
      select id, title, name from forms where ${own} order by id desc limit ${soonRead}
    ), near as materialized (
      select id from newest where ${has} order by id desc limit ${limit} offset ${offset}
    )
    select id from near where (select count(*) from near) = ${limit}
    union all (
      select id from (select id from forms where ${own} and ${has} offset 0) anywhere
      where (select count(*) from near) < ${limit}
      order by id desc limit ${limit} offset ${offset}
    )
  )`
}
