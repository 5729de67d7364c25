/** References to tables that are made later. */
export const references = `
  alter table sellers add foreign key (details_id) references seller_details;
  alter table sellers add foreign key (policy_id) references seller_policies;
  alter table purchases add foreign key (customer_id) references customers;
  alter table purchases add foreign key (policy_id) references seller_policies;
`
