-- For staff's search over all customers by a number, a code or the beginning of a name.
create index invoice_request_any_number on invoice_request (request_number);
create index invoice_request_invoice_number on invoice_request (invoice_number) where invoice_number is not null;
create index template_any_code on template (code);
create index signature_any_text on signature (lower(text) text_pattern_ops);
