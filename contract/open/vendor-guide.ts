/** Guide for programs of other vendors' SDKs: for the docs page and for people who help their owners. */

export type Vendor = 'alibaba' | 'tencent'

/** Supported versions of their APIs; the samples use the first. */
export const vendorVersions: Record<Vendor, readonly string[]> = { alibaba: ['2017-05-25'], tencent: ['2021-01-11', '2019-07-11'] }

/** Pitfalls of migration. */
export const movingNotes: Record<Vendor, readonly string[]> = {
  alibaba: [
    'endpoint只写主机名和端口，不带http://（旧版pop-core相反，必须带）；不用HTTPS时另写protocol。',
    '签名和模板沿用本平台审核通过的：SignName写签名内容，TemplateCode写SMS_开头的模板编号。',
    'TemplateParam是JSON对象，值只能是字符串：{"code":"1234"}，不是{"code":1234}。',
    '业务错误（isv.、isp.开头）的HTTP状态是200，要看返回的Code；密钥、签名、时间等错误的状态是4xx，由SDK抛出。',
    'BizId可用于QuerySendDetails；回执推送选“阿里云格式”时，biz_id与它相同。',
    '默认不重试；加请求头X-Idempotency-Key（最多64个字符）后，重复提交只发送一次。',
  ],
  tencent: [
    'endpoint只写主机名和端口；不用HTTPS时Node.js、PHP的protocol写http://（带://）。主机名最好以sms.开头。',
    'SmsSdkAppId改为应用的编号；TemplateId是模板编号去掉SMS_后的数字。',
    '两个版本的16个接口都可用，参数和返回各按自己的版本：2019-07-11写SmsSdkAppid、TemplateID、Sign。',
    'TemplateParamSet按变量在模板内容中第一次出现的顺序填写，个数须与模板一致。',
    '一次最多200个号码，每个号码各有结果：一个号码有误不影响其他号码，请逐个检查SendStatusSet里的Code。',
    'HTTP状态总是200；整个请求的错误在Response.Error里，由SDK抛出。',
    'PullSmsSendStatus、PullSmsReplyStatus取走即删除，每条只给一次；设置了推送的事件不再进入拉取队列。',
  ],
}

/** Supported actions. */
export const vendorActions: Record<Vendor, readonly string[]> = {
  alibaba: [
    'SendSms',
    'SendBatchSms',
    'QuerySendDetails',
    'QuerySendStatistics',
    'AddSmsSign',
    'CreateSmsSign',
    'ModifySmsSign',
    'UpdateSmsSign',
    'DeleteSmsSign',
    'QuerySmsSign',
    'GetSmsSign',
    'QuerySmsSignList',
    'AddSmsTemplate',
    'CreateSmsTemplate',
    'ModifySmsTemplate',
    'UpdateSmsTemplate',
    'DeleteSmsTemplate',
    'QuerySmsTemplate',
    'GetSmsTemplate',
    'QuerySmsTemplateList',
    'AddShortUrl',
    'QueryShortUrl',
    'DeleteShortUrl',
  ],
  tencent: [
    'SendSms',
    'PullSmsSendStatus',
    'PullSmsReplyStatus',
    'PullSmsSendStatusByPhoneNumber',
    'PullSmsReplyStatusByPhoneNumber',
    'SendStatusStatistics',
    'CallbackStatusStatistics',
    'SmsPackagesStatistics',
    'AddSmsSign',
    'ModifySmsSign',
    'DeleteSmsSign',
    'DescribeSmsSignList',
    'AddSmsTemplate',
    'ModifySmsTemplate',
    'DeleteSmsTemplate',
    'DescribeSmsTemplateList',
  ],
}
