/** How a refusal is answered: its kind gives the HTTP status (design/style.md, "Errors"). */
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

const refusal = <K extends RefusalKind>(kind: K, message: string) => ({ kind, message })

/** Every expected refusal with the one Chinese sentence that people read. `{name}` is filled from the refusal's facts. */
export const refusals = {
  // Any call
  input_invalid: refusal('invalid', '提交的内容有误，请按提示修改'),
  not_found: refusal('missing', '内容不存在或已被删除'),
  origin_refused: refusal('forbidden', '请求来源不被允许，请从控制台页面操作'),
  not_allowed: refusal('forbidden', '您没有“{permission}”的权限，请联系账户所有者或管理员开通'),
  staff_not_allowed: refusal('forbidden', '您没有“{permission}”的权限，请联系平台管理员'),
  idempotency_key_required: refusal('invalid', '请求缺少有效的幂等键（Idempotency-Key，8-100个可见字符）'),
  idempotency_mismatch: refusal('conflict', '同一个幂等键被用于不同的内容，请换一个新的幂等键'),
  too_many_requests: refusal('limited', '操作过于频繁，请{seconds}秒后再试'),
  busy: refusal('unavailable', '现在使用的人较多，请{seconds}秒后再试'),
  database_unavailable: refusal('unavailable', '服务暂时不可用，请稍后再试'),

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
  urge_later: refusal('limited', '提交满{minutes}分钟才能催审，请{wait}分钟后再试'),
  urge_again_later: refusal('limited', '已经催审，每小时一次，请{wait}分钟后再试'),
  too_many: refusal('conflict', '最多可有{limit}个{noun}，请先删除不再使用的'),
  proof_missing: refusal('invalid', '请上传{names}'),
  authorization_ended: refusal('invalid', '授权委托书的有效期须晚于今天'),
  proof_kind_unknown: refusal('invalid', '证明材料只能是PNG、JPG图片或PDF文件'),
  signature_text_invalid: refusal('invalid', '{reason}'),
  template_text_invalid: refusal('invalid', '{reason}'),

  filing_signature_gone: refusal('conflict', '签名“{text}”已不在使用中，不能再改报备状态'),
  table_columns_missing: refusal('invalid', '表格缺少列：{columns}，请按模板的列名填写'),

  // Upload and broadcast
  file_empty: refusal('invalid', '文件没有内容，请选择含有手机号的文件'),
  file_too_large: refusal('invalid', '文件超过{megabytes}MB，请拆分后再上传'),
  file_too_many_rows: refusal('invalid', '文件超过{rows}行，请拆分后再上传'),
  file_too_many_columns: refusal('invalid', '文件超过{columns}列，请只保留手机号和变量列'),
  file_kind_unknown: refusal('invalid', '无法识别该文件，请上传CSV、TXT或XLSX格式'),
  file_damaged: refusal('invalid', '文件已损坏或无法读取，请重新保存后再上传'),
  file_unpacks_too_large: refusal('invalid', '文件解压后过大，可能不是正常的表格，请另存为CSV后再上传'),
  file_encoding_unknown: refusal('invalid', '无法识别文件编码，请另存为UTF-8格式后再上传'),
  file_has_no_phone: refusal('invalid', '所选列中没有可用的手机号，请检查列的对应关系'),
  paste_too_many: refusal('invalid', '一次最多粘贴{count}个号码，更多号码请用文件上传'),
  upload_not_ready: refusal('conflict', '号码文件还在处理中，请等待处理完成'),
  variable_unmapped: refusal('invalid', '变量“{name}”还没有对应的列或固定值'),
  message_too_long: refusal('invalid', '最长的一条短信有{units}字，超过{limit}字上限'),
  no_recipient: refusal('invalid', '没有可发送的号码'),
  schedule_out_of_range: refusal('invalid', '定时时间须在5分钟之后、30天之内'),
  spread_no_hours: refusal('invalid', '选择的时段不在推广短信可以发送的{hours}内，请调整时段'),
  spread_too_slow: refusal('invalid', '按这个速度要到{end}才能发完，请加快，最多{days}天'),
  hours_closed: refusal('invalid', '这次群发只在{hours}发送，开始时间须在这个时段内；或选择“次日继续”'),
  filing_unconfirmed: refusal('conflict', '{count}个号码的运营商还没有完成这个签名的报备，短信很可能被拦截，请确认后再发送'),
  draft_changed: refusal('conflict', '这份草稿已在别的页面修改，请选择保留哪一份'),
  draft_sent: refusal('conflict', '这次群发已经提交，不能再修改'),
  upload_already_used: refusal('conflict', '这份文件已经用过，请重新上传'),
  upload_already_sent: refusal('conflict', '这份号码已经发送过，请重新上传后再发送'),
  cost_changed: refusal('conflict', '费用已变化，请确认新的费用后再发送'),
  account_not_attested: refusal('forbidden', '请先完成实名认证'),
  broadcast_code_required: refusal('invalid', '发送号码超过{limit}个，请输入短信验证码确认'),

  // Ledger
  balance_insufficient: refusal('conflict', '套餐余量或余额不足，还差{missing}'),
  price_changed: refusal('conflict', '套餐价格已变化，请确认新的价格后再购买'),
  package_unavailable: refusal('invalid', '该套餐已下架或不存在，请选择其他套餐'),

  // Blacklist
  blacklist_exists: refusal('conflict', '该号码已在黑名单中'),
  blacklist_consent_needed: refusal('conflict', '对方自行退订的号码，须重新取得同意后才能移除'),
  inbound_unanswerable: refusal('conflict', '这条回复没有对应的签名，不能答复'),
  opt_out_word_taken: refusal('conflict', '“{word}”已经是退订关键词'),
  template_unfit_answer: refusal('invalid', '答复只能用通知模板；自动答复的模板不能有变量'),
  complaint_known: refusal('conflict', '这个号码对该客户的投诉已经登记'),
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
  contact_tasks_busy: refusal('conflict', '还有{count}个通讯录任务没有完成，请等它们完成或取消后再试'),
  contacts_none: refusal('conflict', '没有符合条件的联系人'),
  paste_empty: refusal('invalid', '请填写手机号'),
  paste_too_many_contacts: refusal('invalid', '一次最多添加{count}个联系人，请分几次添加'),

  // Exports
  export_empty: refusal('invalid', '按这些条件没有可导出的内容，请换一个条件'),
  export_too_many: refusal('conflict', '最多同时导出{limit}个，请等待完成或取消其中一个'),
  export_code_required: refusal('invalid', '导出完整号码需要先用短信验证码确认'),
  export_link_invalid: refusal('forbidden', '下载链接已失效，请回到导出中心重新下载'),
  storage_full: refusal('unavailable', '服务器存储空间不足，暂时不能导出，请稍后再试或联系客服'),

  // Sending
  channel_unavailable: refusal('unavailable', '暂时没有可用的发送通道，请稍后再试或联系客服'),

  // Back office
  changed_meanwhile: refusal('conflict', '内容刚被其他人修改，请核对新的内容后再保存'),
  channel_name_taken: refusal('conflict', '已有名为“{name}”的通道'),
  channel_down: refusal('unavailable', '通道“{name}”没有连接，现在不能发送测试短信'),
  channel_unfit: refusal('invalid', '通道“{name}”不支持{operator}的{kind}短信'),
  package_exists: refusal('conflict', '套餐编号{packageId}已被使用，请换一个'),
  package_sold: refusal('conflict', '已有客户购买该套餐，只能修改名称；如需调整请下架后新建'),
  price_past: refusal('invalid', '已生效的价格不能修改或取消，请从现在或之后的时间设置新价格'),
  price_exists: refusal('conflict', '该时间已有一个价格，请换一个时间'),
  setting_hours: refusal('invalid', '推广短信的开始时间须比结束时间早至少1小时'),
  setting_not_stricter: refusal('invalid', '客户单独的限制只能比平台更严'),
  test_number_exists: refusal('conflict', '该号码已在测试号码中'),

  // Open API
  key_invalid: refusal('unauthenticated', '访问密钥无效或已停用'),
  signature_unknown: refusal('invalid', '签名“{text}”不存在或未通过审核'),
  template_unknown: refusal('invalid', '模板“{code}”不存在或未通过审核'),
  parameter_missing: refusal('invalid', '缺少模板变量“{name}”'),
  parameter_invalid: refusal('invalid', '模板变量“{name}”不符合要求：{reason}'),
  phone_invalid: refusal('invalid', '手机号“{phone}”：{reason}'),
  phone_blacklisted: refusal('forbidden', '号码{phone}在黑名单中'),
  frequency_exceeded: refusal('limited', '号码{phone}超过发送频率限制'),
} as const

export type RefusalCode = keyof typeof refusals
export type RefusalFacts = Record<string, string | number>

/** An expected refusal, thrown by the domain and answered as `{error: {code, message, fields?, requestId}}`. Anything else that is thrown is a bug. */
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

/** Ends the call with an expected refusal. `fields` puts a sentence beside the form's fields that it concerns. */
export function refuse(code: RefusalCode, facts?: RefusalFacts, fields?: Record<string, string>): never {
  throw new Refusal(code, facts, fields)
}
