/** The pages of which a broadcast's own page is a part. */
export type ListPath = '/sms/broadcast-task' | '/sms/broadcast-history'
