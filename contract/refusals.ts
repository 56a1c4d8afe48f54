/** HTTP status of a refusal, by its kind. */
export const refusalStatus = {
  invalid: 422,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  limited: 429,
  unavailable: 503,
} as const
export type RefusalKind = keyof typeof refusalStatus

const refusal = <K extends RefusalKind, const M extends string>(kind: K, message: M) => ({ kind, message })

/**
 * Refusals: every expected error, with its one Chinese sentence for people. `{name}` is filled in from the refusal's
 * facts.
 */
export const refusals = {
  // Any call
  input_invalid: refusal('invalid', '提交的内容有误，请按提示修改'),
  not_found: refusal('missing', '内容不存在或已被删除'),
  origin_refused: refusal('forbidden', '请求来源不被允许，请从控制台页面操作'),
  not_allowed: refusal('forbidden', '您没有“{permission}”的权限，请联系账户所有者或管理员开通'),
  staff_not_allowed: refusal('forbidden', '您没有“{permission}”的权限，请联系平台管理员'),
  idempotency_key_required: refusal('invalid', '请求缺少有效的幂等键（Idempotency-Key，8-100个可见字符）'),
  idempotency_mismatch: refusal('invalid', '同一个幂等键被用于不同的内容，请换一个新的幂等键'),
  too_many_requests: refusal('limited', '操作过于频繁，请{seconds}秒后再试'),
  busy: refusal('unavailable', '现在使用的人较多，请{seconds}秒后再试'),
  database_unavailable: refusal('unavailable', '服务暂时不可用，请稍后再试'),

  // Attestation
  attestation_taken: refusal('conflict', '该证件已认证{count}个账户，达到上限{limit}个；如需更多账户请联系客服'),
  attestation_too_soon: refusal('conflict', '认证主体每{days}天只能变更一次，{date}之后可以再次变更'),
  attestation_downgrade: refusal('conflict', '企业认证不能改为个人认证'),
  attestation_invoices_open: refusal('conflict', '变更认证主体前，须先{what}'),
  attestation_phone_unproven: refusal('invalid', '请先用短信验证码验证手机号'),
  contacts_full: refusal('conflict', '{attestationStatus}的账户最多添加{limit}个联系人'),

  // Sign-in
  not_signed_in: refusal('unauthenticated', '请先登录'),
  sign_in_failed: refusal('invalid', '账号或密码错误'),
  sign_in_locked: refusal('limited', '登录失败次数过多，请{minutes}分钟后再试'),
  account_frozen: refusal('forbidden', '账号已冻结，请联系客服'),
  captcha_required: refusal('invalid', '请先完成安全验证'),
  captcha_invalid: refusal('invalid', '安全验证未通过或已过期，请重新验证'),
  code_invalid: refusal('invalid', '验证码错误或已失效，请重新获取'),
  code_limited: refusal('limited', '验证码获取过于频繁，请{wait}后再试'),
  login_taken: refusal('conflict', '该登录名已被使用，请换一个'),
  password_wrong: refusal('invalid', '当前密码不正确'),
  challenge_ended: refusal('conflict', '这次登录已失效，请重新输入账号和密码'),
  second_factor_wrong: refusal('invalid', '验证码不正确，请重新输入'),
  read_only: refusal('forbidden', '您以只读方式查看客户的控制台，不能修改'),
  login_change_later: refusal('conflict', '登录名每年只能修改一次，{days}天后可以再次修改'),
  picture_unreadable: refusal('invalid', '无法读取这张图片，请换一张JPG、PNG或WebP图片'),
  password_used: refusal('invalid', '不能使用最近用过的密码，请换一个'),
  email_link_invalid: refusal('invalid', '验证链接无效或已过期，请重新发送'),
  invitation_invalid: refusal('missing', '邀请链接无效或已过期，请联系邀请人重新发送'),
  invitation_exists: refusal('conflict', '已邀请过该手机号，请等对方接受，或重新发送邀请'),
  invitation_phone_taken: refusal('conflict', '这个手机号已有鸿雁账户，不能再加入别的账户，请让邀请人改用其他手机号'),
  member_exists: refusal('conflict', '该手机号已是账户成员'),
  member_is_owner: refusal('conflict', '不能对账户所有者这样做，请先转让所有权'),
  member_is_self: refusal('conflict', '不能对自己这样做'),
  closing_hindered: refusal('conflict', '暂时不能注销：{reason}'),
  staff_code_required: refusal('invalid', '请输入身份验证器的动态验证码'),
  staff_proof_owed: refusal('forbidden', '请先修改初始密码并绑定身份验证器'),
  last_administrator: refusal('conflict', '至少要有一位可以登录的管理员'),
  phone_taken: refusal('conflict', '这个手机号已有账户使用，不能更换'),
  setup_link_invalid: refusal(
    'missing',
    '链接已使用过或已过期。重新启动平台会打印新的链接，也可以在服务器上用 npm run admin -- staff-add 新建运营人员',
  ),
  entry_invalid: refusal('missing', '进入链接已失效，请回到运营后台重新进入'),
  step_up_required: refusal('forbidden', '{name}前需要验证身份'),
  password_common: refusal('invalid', '该密码过于常见，容易被猜到，请换一个'),

  // Signatures and templates
  signature_taken: refusal('conflict', '签名“{text}”已存在'),
  state_forbids: refusal('conflict', '当前状态为“{state}”，不能{action}'),
  signature_not_approved: refusal('invalid', '签名尚未通过审核，不能用于发送'),
  template_not_approved: refusal('invalid', '模板尚未通过审核，不能用于发送'),
  review_decided: refusal('conflict', '{name}{outcome}，您的决定没有生效'),
  review_resubmitted: refusal('conflict', '客户撤回后又重新提交，请查看新的内容再决定'),
  in_use: refusal('conflict', '正被{user}使用，结束后才能{action}'),
  disabled_by_staff: refusal('conflict', '已由平台停用，不能自行启用，如有疑问请联系客服'),
  expedite_later: refusal('limited', '提交满{minutes}分钟才能催审，请{wait}分钟后再试'),
  expedite_again_later: refusal('limited', '已经催审，每小时一次，请{wait}分钟后再试'),
  too_many: refusal('conflict', '最多可有{limit}个{noun}，请先删除不再使用的'),
  proof_missing: refusal('invalid', '请上传{names}'),
  authorization_ended: refusal('invalid', '授权委托书的有效期须晚于今天'),
  private_file_kind: refusal('invalid', '只能上传{kinds}文件，请检查文件格式'),
  private_file_too_large: refusal('invalid', '文件超过{megabytes}MB，请压缩后再上传'),
  picture_too_large: refusal('invalid', '图片尺寸过大，请缩小到5000万像素以内再上传'),
  picture_too_small: refusal('invalid', '图片太小，看不清内容，宽和高都须在{pixels}像素以上'),
  document_active: refusal('invalid', '文件含有{what}，不能上传，请另存或打印为普通PDF后再试'),
  proof_kind_unknown: refusal('invalid', '证明材料只能是PNG、JPG图片或PDF文件'),
  signature_text_invalid: refusal('invalid', '{reason}'),
  template_text_invalid: refusal('invalid', '{reason}'),

  sender_registration_signature_gone: refusal('conflict', '签名“{text}”已不在使用中，不能再改报备状态'),
  table_columns_missing: refusal('invalid', '表格缺少列：{columns}，请按模板的列名填写'),

  // Upload and broadcast
  file_empty: refusal('invalid', '文件没有内容，请选择含有手机号的文件'),
  file_too_large: refusal('invalid', '文件超过{megabytes}MB，请拆分后再上传'),
  file_too_many_rows: refusal('invalid', '文件超过{rows}行，请拆分后再上传'),
  file_too_many_columns: refusal('invalid', '文件超过{columns}列，请只保留手机号和变量列'),
  file_line_too_long: refusal('invalid', '第{line}行太长，请确认文件里每行一个号码'),
  file_kind_unknown: refusal('invalid', '无法识别该文件，请上传CSV、TXT或XLSX格式'),
  file_damaged: refusal('invalid', '文件已损坏或无法读取，请重新保存后再上传'),
  file_unpacks_too_large: refusal('invalid', '文件解压后过大，可能不是正常的表格，请另存为CSV后再上传'),
  file_encoding_unknown: refusal('invalid', '无法识别文件编码，请另存为UTF-8格式后再上传'),
  file_columns_differ: refusal('invalid', '文件里没有“{column}”列，不能补充，请保留原来的列名'),
  file_has_no_phone: refusal('invalid', '所选列中没有可用的手机号，请检查列的对应关系'),
  paste_too_many: refusal('invalid', '一次最多粘贴{count}个号码，更多号码请用文件上传'),
  upload_not_ready: refusal('conflict', '号码文件还在处理中，请等待处理完成'),
  variable_unmapped: refusal('invalid', '变量“{name}”还没有对应的列或固定值'),
  message_too_long: refusal('invalid', '最长的一条短信有{units}字，超过{limit}字上限'),
  no_recipient: refusal('invalid', '没有可发送的号码'),
  consent_not_chosen: refusal('conflict', '{count}个号码没有登记同意接收推广，请先选择是否发送'),
  schedule_out_of_range: refusal('invalid', '定时时间须在5分钟之后、30天之内'),
  spread_no_hours: refusal('invalid', '选择的时段不在推广短信可以发送的{hours}内，请调整时段'),
  spread_too_slow: refusal('invalid', '按这个速度要到{end}才能发完，请加快，最多{days}天'),
  hours_closed: refusal('invalid', '这次群发只在{hours}发送，开始时间须在这个时段内；或选择“次日继续”'),
  link_not_active: refusal('conflict', '短链{state}，不能随短信发送，{advice}'),
  sender_registration_unconfirmed: refusal('conflict', '{count}个号码的运营商还没有完成这个签名的报备，短信很可能被拦截，请确认后再发送'),
  draft_changed: refusal('conflict', '这份草稿已在别的页面修改，请选择保留哪一份'),
  draft_sent: refusal('conflict', '这次群发已经提交，不能再修改'),
  upload_already_used: refusal('conflict', '这份文件已经用过，请重新上传'),
  recall_over: refusal('conflict', '已经开始发送，不能撤回；没有提交给运营商的部分可以暂停或取消'),
  share_password_wrong: refusal('forbidden', '密码不对，请核对后重新输入'),
  share_ended: refusal('missing', '链接已失效，请向分享的人要一个新的'),
  upload_already_sent: refusal('conflict', '这份号码已经发送过，请重新上传后再发送'),
  cost_changed: refusal('conflict', '费用已变化，请确认新的费用后再发送'),
  account_not_attested: refusal('forbidden', '请先完成实名认证'),
  attestation_lapsed: refusal('forbidden', '实名认证的证照已过期，更新证照后才能{what}'),
  company_required: refusal('forbidden', '个人认证的账户不能{what}，请先升级为企业认证'),
  daily_segments_exceeded: refusal('limited', '个人认证的账户每天最多发送{limit}条，今天还可以发送{left}条；升级为企业认证后没有这一限制'),
  broadcast_code_required: refusal('invalid', '发送号码超过{limit}个，请输入短信验证码确认'),

  // Ledger
  invoice_seller_missing: refusal('conflict', '平台还没有登记开票信息，暂时不能申请发票，请联系客服'),
  invoice_nothing: refusal('conflict', '所选内容没有可开票的金额'),
  invoice_short: refusal('conflict', '税率{rate}有已退款的金额要先冲抵，所选内容还差{missing}，请多选一些'),
  invoice_taken: refusal('conflict', '所选订单中有的已经申请过或已退款，请刷新后重新选择'),
  invoice_changed: refusal('conflict', '可开票的内容有变化，请重新预览后提交'),
  invoice_too_many_parts: refusal('conflict', '按单张限额会拆成超过{limit}张，请减少金额分次申请'),
  invoice_email_missing: refusal('invalid', '请选择已验证的收票邮箱'),
  invoice_bill_open: refusal('conflict', '{month}的账单还没有出账，请选择已出账的月份'),
  invoice_sent_often: refusal('limited', '一张发票24小时内最多重发{limit}次'),
  invoice_no_mailbox: refusal('conflict', '这张发票没有收票邮箱，请直接下载'),
  invoice_paper_closed: refusal('conflict', '纸质发票暂不提供，请选择电子发票'),
  invoice_number_taken: refusal('conflict', '发票号码{number}已经登记过'),
  reversal_elsewhere: refusal('conflict', '红冲已到下一步，请刷新后再看'),
  invoice_exceeds: refusal('conflict', '超过可开票的金额，现在最多可开{available}'),
  balance_insufficient: refusal('conflict', '套餐余量或余额不足，还差{missing}'),
  account_in_arrears: refusal('conflict', '账户欠费{owed}，没有套餐可用时不能按条付费发送；请充值还清欠费或购买套餐'),
  spend_cap_reached: refusal('conflict', '已达到您设置的{period}消费上限{cap}（已消费和冻结{spent}），请在财务总览提高上限，或购买套餐'),
  rebuy_capped: refusal('conflict', '本月自动续购已达到您设置的上限{cap}'),
  price_changed: refusal('conflict', '套餐价格已变化，请按新的价格重新下单'),
  link_batches_busy: refusal('conflict', '还有{count}个批量创建任务没有完成，请等它们完成或停止后再试'),
  links_stopped: refusal('forbidden', '平台已停用您账户的短链接，不能新建：{reason}'),
  link_units_insufficient: refusal('conflict', '短链套餐余量不足，还差{missing}次，请购买短链套餐'),
  payment_method_closed: refusal('conflict', '该充值方式暂未开通，请选择其他方式'),
  payment_unavailable: refusal('unavailable', '支付通道暂时没有应答，请稍后再查询；已付的款不会丢失'),
  slip_used: refusal('conflict', '这张回单已经提交过，请核对后上传另一张'),
  paid_on_wrong: refusal('invalid', '汇款日期须在最近{days}天内，不能晚于今天'),
  payer_exists: refusal('conflict', '户名“{name}”已登记'),
  receipt_changed: refusal('conflict', '银行流水号{serial}已登记过，但金额或户名不同，请核对'),
  statement_known: refusal('conflict', '这个文件是{day}的流水，已经导入过'),
  statement_unreadable: refusal('invalid', '文件里有{count}行没有读懂，不能核对余额，请改正后重新上传'),
  statement_unbalanced: refusal('invalid', '期初余额加本日收支与期末余额相差{difference}，请核对余额，或检查文件是否完整'),
  statement_lacks: refusal('conflict', '这个文件缺少{day}已导入的{count}笔到账，请导出全天的流水后再导入'),
  receipt_settled: refusal('conflict', '这笔到账{state}，您的操作没有生效'),
  claim_amount_differs: refusal('conflict', '这笔到账是{amount}，与认领的金额不一致，不能合并，请先让客户更正'),
  withdrawal_exceeds: refusal('conflict', '最多可提现{amount}'),
  withdrawal_pieces: refusal('conflict', '这笔提现要分成{count}笔以上退回，请减少金额，分几次申请'),
  refund_unsettled: refusal('conflict', '支付通道还没有给出结果，不能改为银行付款：{reason}'),
  day_not_over: refusal('invalid', '只能核对已经过去的日期'),
  recharges_waiting: refusal('conflict', '还有{count}笔充值没有支付，请先支付或取消'),
  package_unavailable: refusal('invalid', '该套餐已下架或不存在，请选择其他套餐'),
  package_limit: refusal('conflict', '该套餐每个账户限购{limit}份，您已购买或下单{bought}份'),
  orders_waiting: refusal('conflict', '还有{count}个订单没有支付，请先支付或取消'),
  order_ended: refusal('conflict', '订单已超过支付时间，请重新下单'),
  coupon_unknown: refusal('conflict', '优惠码不存在，请检查后再试'),
  coupon_barred: refusal('conflict', '{reason}'),
  coupon_limited: refusal('limited', '不存在的优惠码试得太多，请{minutes}分钟后再试'),
  refund_barred: refusal('conflict', '{reason}'),
  refund_changed: refusal('conflict', '可退金额已变化，请确认新的金额后再申请'),

  // Titles and delivery of invoices
  invoicing_paused: refusal('conflict', '暂停开票：{notice}'),
  invoice_file_differs: refusal('invalid', '上传的文件与申请不一致：{what}'),
  invoice_file_missing: refusal('invalid', '请上传发票的PDF、OFD或XML文件'),
  invoice_address_gone: refusal('conflict', '客户没有可用的邮寄地址，请联系客户补充'),
  invoice_date_past: refusal('invalid', '开票日期不能早于申请日期，也不能晚于今天'),
  tax_rule_exists: refusal('conflict', '该时间已有一条税率，请换一个时间'),
  tax_rule_past: refusal('invalid', '税率只能从明天或之后开始，已发生的消费不改变税率'),
  title_taken: refusal('conflict', '已有抬头“{name}”，税号也相同'),
  title_not_attested: refusal('invalid', '专票的抬头须是本账户认证的企业：{advice}'),
  title_not_approved: refusal('conflict', '抬头“{name}”还没有通过专票资质审核，请先在开票信息中提交'),
  place_unknown: refusal('invalid', '省、市、区不存在或不完整，请重新选择'),
  invoice_email_taken: refusal('conflict', '邮箱{address}已经添加'),
  invoice_email_limited: refusal('limited', '验证邮件发送过于频繁，请{wait}后再试'),
  invoice_email_link_invalid: refusal('invalid', '验证链接无效或已过期，请在控制台重新发送'),

  // Blacklist
  blacklist_exists: refusal('conflict', '该号码已在黑名单中'),
  blacklist_consent_needed: refusal('conflict', '对方自行退订的号码，须重新取得同意后才能移除'),
  inbound_unanswerable: refusal('conflict', '这条回复没有对应的签名，不能答复'),
  opt_out_word_taken: refusal('conflict', '“{word}”已经是退订关键词'),
  template_unfit_answer: refusal('invalid', '答复只能用通知模板；自动答复的模板不能有变量'),
  complaint_known: refusal('conflict', '这个号码对该客户的投诉已经登记'),
  blacklist_changed: refusal('conflict', '符合条件的号码有变化，请重新选择'),
  blacklist_complaint: refusal('conflict', '因投诉加入的号码不能移除，如有疑问请联系客服'),
  opt_out_link_invalid: refusal('invalid', '链接无效或已过期，请使用最近一条短信里的链接，或去掉链接直接填写手机号'),

  // Phonebook
  group_taken: refusal('conflict', '分组“{name}”已存在'),
  group_grew: refusal('conflict', '分组里的联系人已增加到{count}个，请核对后再删除'),
  group_has_groups: refusal('conflict', '分组“{name}”还有下级分组，请先删除或移走'),
  group_too_deep: refusal('invalid', '分组最多两级'),
  group_too_full: refusal('conflict', '分组里有{count}个联系人，请先清空再删除'),
  contact_exists: refusal('conflict', '该分组里已有这个手机号'),
  contact_field_taken: refusal('conflict', '字段“{name}”已存在'),
  contact_tag_taken: refusal('conflict', '标签“{name}”已存在'),
  contact_tasks_busy: refusal('conflict', '还有{count}个通讯录任务没有完成，请等它们完成或停止后再试'),
  contacts_none: refusal('conflict', '没有符合条件的联系人'),
  paste_empty: refusal('invalid', '请填写手机号'),
  paste_too_many_contacts: refusal('invalid', '一次最多添加{count}个联系人，请分几次添加'),

  // Short links
  code_taken: refusal('conflict', '后缀“{code}”已被使用，请换一个'),
  code_unfit: refusal('invalid', '后缀“{code}”不能使用：{reason}'),
  target_refused: refusal('invalid', '目标网址不能使用：{reason}'),
  link_domain_taken: refusal('conflict', '域名“{domain}”已由其他账户添加；如果它属于您，请联系客服'),
  link_domain_barred: refusal('conflict', '域名“{domain}”已被平台封禁，不能使用；有疑问请联系客服'),
  link_domain_platform: refusal('invalid', '“{domain}”是平台的域名或它的上级、下级域名，不能添加'),
  link_domain_in_use: refusal('conflict', '域名“{domain}”上还有{count}个短链，请先删除这些短链，或改为停用域名'),
  link_domain_no_cname: refusal('unavailable', '平台还没有配置公网短链域名，暂时不能验证，请联系客服'),
  link_end_past: refusal('invalid', '失效时间须晚于现在'),
  links_none: refusal('conflict', '没有符合条件的短链'),
  link_tasks_busy: refusal('conflict', '还有{count}个批量任务没有完成，请等它们完成或停止后再试'),
  link_domain_unusable: refusal('invalid', '域名“{domain}”没有通过验证或已停用，请换一个'),

  // Undo
  undo_done: refusal('conflict', '这次操作已经撤销过了'),
  undo_expired: refusal('conflict', '操作超过{hours}小时，不能再撤销'),
  undo_too_large: refusal('conflict', '这次操作改动超过{count}个，不能撤销'),
  undo_running: refusal('conflict', '操作还在进行，请等它完成或停止后再撤销'),

  // Exports
  export_empty: refusal('invalid', '按这些条件没有可导出的内容，请换一个条件'),
  export_too_many: refusal('conflict', '最多同时导出{limit}个，请等待完成或取消其中一个'),
  export_code_required: refusal('invalid', '导出完整号码需要先用短信验证码确认'),
  export_link_invalid: refusal('forbidden', '下载链接已失效，请回到导出中心重新下载'),
  storage_full: refusal('unavailable', '服务器存储空间不足，请稍后再试或联系客服'),

  // Sending
  channel_unavailable: refusal('unavailable', '暂时没有可用的发送通道，请稍后再试或联系客服'),

  // Back office
  link_review_gone: refusal('conflict', '这些链接已由他人处理或被客户修改，您的决定没有生效'),
  domain_outside: refusal('invalid', '这个短链接的目标不在该域名下'),
  link_domain_blocked: refusal('conflict', '目标域名{domain}已被封禁，请先在域名管理中移除'),
  changed_meanwhile: refusal('conflict', '内容刚被其他人修改，请核对新的内容后再保存'),
  channel_name_taken: refusal('conflict', '已有名为“{name}”的通道'),
  channel_protocol_fixed: refusal('conflict', '通道的协议不能修改：编号和状态报告会对不上，请新建通道'),
  channel_down: refusal('unavailable', '通道“{name}”没有连接，现在不能发送测试短信'),
  channel_unfit: refusal('invalid', '通道“{name}”不支持{carrier}的{kind}短信'),
  coupon_exists: refusal('conflict', '该优惠码已被使用，请换一个'),
  package_exists: refusal('conflict', '套餐编号{packageId}已被使用，请换一个'),
  package_version_pending: refusal('conflict', '已有一个尚未生效的版本，请先取消它'),
  announcement_state: refusal('conflict', '公告{state}，不能这样操作'),
  announcement_past: refusal('invalid', '发布时间须晚于现在'),
  announcement_accounts: refusal('invalid', '请选择指定的客户；其中有客户不存在时请移除'),
  approval_own: refusal('forbidden', '申请人不能复核自己的申请，请由另一位同事处理'),
  approval_decided: refusal('conflict', '该申请已{state}，您的决定没有生效'),
  approval_changed: refusal('conflict', '申请内容与您看到的不一致，请刷新后重新核对'),
  price_past: refusal('invalid', '已生效的价格不能修改或取消，请从现在或之后的时间设置新价格'),
  price_exists: refusal('conflict', '该时间已有一个价格，请换一个时间'),
  setting_hours: refusal('invalid', '推广短信的开始时间须比结束时间早至少1小时'),
  setting_not_stricter: refusal('invalid', '客户单独的限制只能比平台更严'),
  test_number_exists: refusal('conflict', '该号码已在测试号码中'),

  // Open API
  key_invalid: refusal('unauthenticated', '访问密钥无效或已停用'),
  key_disabled: refusal('forbidden', '访问密钥{id}已停用，请换用应用的另一个密钥，或在控制台重新启用'),
  app_scheduled: refusal('conflict', '应用“{name}”还有{count}个定时请求没有发送，请先取消它们，或等它们发送后再删除'),
  webhook_limit: refusal('conflict', '一个应用最多{limit}个回调地址'),
  webhook_kind_taken: refusal('conflict', '“{kind}”已由回调地址 {url} 接收，一种事件只能推送到一个地址'),
  webhook_not_public: refusal('invalid', '回调地址须是公网可以访问的http或https网址，端口为80、443或1024以上'),
  webhook_disabled: refusal('conflict', '回调地址已停用，请先启用'),
  app_name_taken: refusal('conflict', '已有名为“{name}”的应用，请换一个名称'),
  ingress_closed: refusal('forbidden', '应用“{name}”没有开启{ingress}接口，请在控制台的应用配置中开启'),
  https_required: refusal('forbidden', '应用“{name}”只接受HTTPS请求，请把地址改为https://'),
  address_not_allowed: refusal('forbidden', '来源地址{address}不在应用“{name}”的IP白名单中'),
  scope_missing: refusal('forbidden', '访问密钥{id}没有“{scope}”的权限，请在控制台的应用管理中修改密钥权限'),
  rate_exceeded: refusal('limited', '请求过快，应用“{name}”每秒最多{limit}次，请{seconds}秒后再试'),
  signature_mismatch: refusal('unauthenticated', '签名不正确：请核对密钥，并与stringToSign逐行比较待签名字符串'),
  timestamp_expired: refusal('unauthenticated', '请求时间与服务器相差超过{minutes}分钟，请校准时钟后重新签名'),
  nonce_used: refusal('unauthenticated', '随机数已经用过，每个请求请使用新的随机数'),
  key_unsigned: refusal('unauthenticated', '密钥{id}是较早创建的，只能用于Authorization: Bearer；需要签名请更换密钥'),
  test_app_refused: refusal('forbidden', '测试应用只能试发和查询，不能改动账户的资料，请使用生产应用的密钥'),
  signature_unknown: refusal('invalid', '签名“{text}”不存在或未通过审核'),
  template_unknown: refusal('invalid', '模板“{code}”不存在或未通过审核'),
  parameter_missing: refusal('invalid', '缺少模板变量“{name}”'),
  parameter_count: refusal('invalid', '模板有{count}个变量，传来{given}个'),
  parameter_invalid: refusal('invalid', '模板变量“{name}”不符合要求：{reason}'),
  phone_invalid: refusal('invalid', '手机号“{phone}”：{reason}'),
  country_closed: refusal('forbidden', '号码{phone}在{country}，还没有开通发送'),
  phone_blacklisted: refusal('forbidden', '号码{phone}在黑名单中'),
  frequency_exceeded: refusal('limited', '号码{phone}超过发送频率限制'),
  app_disabled: refusal('forbidden', '应用已停用，请在控制台的应用管理中启用'),
  otp_paused: refusal('limited', '应用的验证码发送疑似异常，已暂停到{until}；确认正常后可在应用预警中解除'),
  signature_not_allowed: refusal('forbidden', '应用不能使用签名“{text}”，请在应用配置中允许'),
  template_not_allowed: refusal('forbidden', '应用不能使用模板“{code}”，请在应用配置中允许'),
  duplicate_content: refusal('limited', '号码{phone}在{seconds}秒内已发送过相同内容'),
  app_hours: refusal('limited', '应用只在{hours}发送'),
  app_daily_limit: refusal('limited', '应用今天的发送已达限额{limit}条，还可以发送{left}条'),
  app_monthly_limit: refusal('limited', '应用本月的发送已达限额{limit}条，还可以发送{left}条'),
  app_spend_limit: refusal('limited', '应用{period}的消费已达限额{limit}'),
  extension_invalid: refusal('invalid', '扩展码“{extension}”须为最多{digits}位数字'),
  send_time_invalid: refusal('invalid', '定时时间须晚于现在，且在{days}天之内'),
  text_unsigned: refusal('invalid', '内容须以签名“【{text}】”开头'),
  text_forbidden: refusal('invalid', '内容含有禁止发送的词语“{word}”'),
  esme_exists: refusal('conflict', '应用已开通{protocol}'),
  esme_sessions_full: refusal('conflict', '应用的{protocol}连接已达上限{limit}个'),
  text_unmatched: refusal('invalid', '内容与任何一个已通过的模板都不一致，请按模板原文填写变量'),
  text_signature_missing: refusal('invalid', '内容须以【签名】开头，或在应用配置中设置默认签名'),
  text_unreadable: refusal('invalid', '内容不是data_coding={coding}的编码，或不支持这种编码'),
  part_missing: refusal('invalid', '长短信的其他分段没有到齐'),
  alert_rules_full: refusal('conflict', '最多{limit}条预警规则，请先删除不用的'),
  alert_rule_exists: refusal('conflict', '这个预警已有规则，请修改原来的'),
  alert_contacts_full: refusal('conflict', '最多{limit}个预警联系人，请先删除不用的'),
  on_call_full: refusal('conflict', '最多{limit}个接收方，请先删除不用的'),
  alert_robots_full: refusal('conflict', '最多{limit}个群机器人，请先删除不用的'),
  batch_unscheduled: refusal('conflict', '这次请求没有等待定时发送的短信，不能取消'),
} as const

export type RefusalCode = keyof typeof refusals
export type RefusalFacts = Record<string, string | number>

/**
 * An expected error of the domain, answered as `{error: {code, message, fields?, requestId}}`. Anything else that is
 * thrown is a bug.
 */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly facts: RefusalFacts
  readonly fields: Record<string, string> | undefined
  constructor(code: RefusalCode, facts: RefusalFacts = {}, fields?: Record<string, string>) {
    super(refusals[code].message.replace(/\{(\w+)\}/g, (_, name: string) => String(facts[name] ?? '')))
    this.name = 'Refusal'
    this.code = code
    this.facts = facts
    this.fields = fields
  }
}

/** `{name}` in a sentence. */
export type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${string}"${string}` ? never : Name) | NamesIn<Rest>
  : never
/** The facts that a refusal's sentence names: each is required, or the sentence would have a gap. */
type FactsOf<Code extends RefusalCode> = Record<NamesIn<(typeof refusals)[Code]['message']>, string | number>
type Given<Code extends RefusalCode> = [NamesIn<(typeof refusals)[Code]['message']>] extends [never]
  ? [facts?: RefusalFacts, fields?: Record<string, string>]
  : [facts: FactsOf<Code> & RefusalFacts, fields?: Record<string, string>]

/**
 * Refusal for a frequency limit: a number got too many messages within some minutes; other vendors' sentences name the
 * window and its limit (vendor-error.ts).
 */
export const frequencyRefusal = (facts: { phone: string; minutes: number; most: number }): Refusal =>
  new Refusal('frequency_exceeded', facts)

/** Ends the call with a refusal. `fields`: sentences for the form's fields concerned. */
export function refuse<const Code extends RefusalCode>(code: Code, ...[facts, fields]: Given<Code>): never {
  throw new Refusal(code, facts, fields)
}
