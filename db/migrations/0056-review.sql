-- Whether another account has the same name in use: what impersonation is seen by.
create index signature_approved_text on signature (lower(text)) where state = 'approved';
