-- 自定义条数: a package of which a buyer says how many it holds, from a thousand on in steps of a thousand, each at the price of the tier in which what he buys
-- lies: [{"from": 1000, "unitPriceHao": 450}, …], ascending. Its segment_count and price_hao are those of the smallest number. Null: a package of a fixed size.
alter table package_version add column tiers jsonb check (jsonb_array_length(tiers) > 0);

insert into sms_package (package_id, kind) values (1099, 'industry'), (2099, 'marketing'), (3099, 'general'), (4099, 'link')
on conflict do nothing;
insert into package_version (package_id, version, name, segment_count, price_hao, list_price_hao, validity_days, starts_at, tiers)
select package_id, 1, name, 1000, 1000 * (tiers -> 0 ->> 'unitPriceHao')::bigint, 1000 * (tiers -> 0 ->> 'unitPriceHao')::bigint, validity_days, '2020-01-01', tiers
from (values
  (1099, '行业短信 自定义', 365, '[{"from": 1000, "unitPriceHao": 450}, {"from": 100000, "unitPriceHao": 400}, {"from": 500000, "unitPriceHao": 380}]'::jsonb),
  (2099, '推广短信 自定义', 365, '[{"from": 1000, "unitPriceHao": 500}, {"from": 100000, "unitPriceHao": 450}]'::jsonb),
  (3099, '通用短信 自定义', 180, '[{"from": 1000, "unitPriceHao": 500}, {"from": 5000, "unitPriceHao": 480}]'::jsonb),
  (4099, '短链 自定义', 365, '[{"from": 1000, "unitPriceHao": 100}, {"from": 100000, "unitPriceHao": 80}, {"from": 1000000, "unitPriceHao": 60}]'::jsonb)
) as first (package_id, name, validity_days, tiers)
where not exists (select from package_version where package_version.package_id = first.package_id);
