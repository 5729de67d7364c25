/** The views of `src/foundation/` that other domains read instead of its tables. */
export const foundationViews = `
  create view mails_view as
  select
    id, kind, purchase_id, refund_id, user_id, about, data, recipient, created_at, sent_at, next_attempt_at
  from mails;

  create view schedules_view as
  select
    name, finished_at
  from schedules;`
