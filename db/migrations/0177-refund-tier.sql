-- Orders from before there were tiers: a used segment costs what it cost in its package.
update package_order set refund_tiers = jsonb_build_array(jsonb_build_object('from', 0, 'priceHao', amount_hao / quantity, 'perCount', segment_count))
where refund_tiers = '[]';
alter table package_order alter column refund_tiers drop default, add check (jsonb_array_length(refund_tiers) > 0);
