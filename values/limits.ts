/** Every limit of the product has its name and its reason here. Those that staff may change are defaults of settings. */
export const limits = {
  /** UTF-16 units of a message in one segment (UCS-2 in one SMS of 140 bytes). */
  singleSegmentUnits: 70,
  /** Units of each segment of a longer one: six bytes go to the header that joins them. */
  joinedSegmentUnits: 67,
  /** Longest message as sent, 8 segments (spec/sms.md). */
  messageUnits: 500,
  /** As far as staff may raise it: 15 segments. */
  messageUnitsAtMost: 1_000,
  signatureMinCharacters: 2,
  signatureMaxCharacters: 12,
  templateNameCharacters: 30,
  templateTextCharacters: 500,
  templateVariables: 20,
  /** Files that prove a signature (spec/sms.md, "signature"). */
  proofs: 6,
  proofBytes: 2 * 1024 * 1024,
  /** Picked in forms that were not saved, of one account at a time. */
  looseProofs: 30,
  /** Of an account, in any state but deleted; other platforms allow as many (spec/sms-detail.md §2.3). */
  signatures: 200,
  templates: 1_000,
  remarkCharacters: 200,
  /** A submission may be hurried after this, and again after as long again as the second. */
  urgeAfterMinutes: 30,
  urgeEveryMinutes: 60,
  /** Templates in one file. */
  templateFileRows: 200,
  broadcastNameCharacters: 40,
  /** Numbers pasted into the form; more go by file. */
  pastedPhones: 1_000,
  /** Room for those numbers with blanks and +86. */
  pastedCharacters: 30_000,
  uploadRows: 1_000_000,
  uploadBytes: 100 * 1024 * 1024,
  /** Slowest line on which a whole file still arrives: 58 kB/s. */
  uploadMinutes: 30,
  /** Numbers that were never sent to are kept for a second try next week, and no longer. */
  unsentUploadDays: 8,
  /** Files of one account in an hour, so that its disk share stays bounded. */
  uploadsPerHour: 60,
  /** Unpacked size at which an XLSX file is refused: a bomb of 1.5 MB unpacks to gigabytes (design/reliability.md). */
  uploadUnpackedBytes: 1024 * 1024 * 1024,
  uploadColumns: 100,
  cellCharacters: 500,
  scheduleMinLeadMinutes: 5,
  scheduleMaxLeadDays: 30,
  /** Fastest pace of a broadcast that is spread: faster than this is as fast as carriers take it anyhow. */
  spreadPerMinute: 100_000,
  /** A spread broadcast is over by then, as a scheduled one has begun. */
  spreadMaxDays: 30,
  /** Unsent ones of an account, and how long one that nobody touches is kept. */
  broadcastDrafts: 100,
  broadcastDraftDays: 90,
  /** A draft says for so long that it was sent. */
  sentDraftDays: 30,
  testSendPhones: 5,
  /** Marketing goes out between these minutes of the Chinese day (08:00–21:00). */
  marketingFromMinute: 8 * 60,
  marketingUntilMinute: 21 * 60,
  /** Staff may move those minutes within these: nobody is disturbed from 22:00 to 08:00, and at least an hour is left (spec/sms-detail.md §2.5). */
  marketingHardFromMinute: 8 * 60,
  marketingHardUntilMinute: 22 * 60,
  marketingLeastMinutes: 60,
  /** Above this a broadcast wants a code by SMS. */
  broadcastConfirmPhones: 10_000,
  broadcastConfirmPhonesAtMost: 100_000,
  /** Own numbers of an account that are sent to as often as it likes (spec/sms.md, "frequency"). */
  testNumbers: 300,
  /** A code that came back stands for this long, so that a refused or changed cost asks for no second code. */
  broadcastConfirmedMinutes: 30,
  /** Messages to one's own number that try a broadcast out. */
  testSendsPerHour: 10,
  /** Open pages of one member that hear of progress; more ask for it now and then. */
  progressStreamsPerMember: 8,
  /** No report by then: unknown, and given back. */
  reportWaitHours: 72,
  codeValidityMinutes: 5,
  noticeValidityHours: 24,
  marketingValidityHours: 24,
  passwordMinCharacters: 8,
  passwordMaxCharacters: 16,
  oneTimeCodeDigits: 6,
  oneTimeCodeMinutes: 5,
  oneTimeCodeTries: 5,
  oneTimeCodesPerMinute: 1,
  /** What the one a minute comes to on the button. */
  oneTimeCodePauseSeconds: 60,
  oneTimeCodesPerHour: 5,
  oneTimeCodesPerDay: 10,
  oneTimeCodesPerAddressHour: 20,
  /** Wrong codes from one network, over all numbers. */
  codeFailuresPerAddressHour: 100,
  loginFailuresBeforeCaptcha: 3,
  loginFailuresBeforeLock: 5,
  /** Failures of one member from everywhere, and from one network for everybody, within an hour: from so many on a captcha is asked for. */
  loginFailuresBeforeWideCaptcha: 20,
  /** At most so many within an hour (OWASP ASVS 2.2.1). The owner can still sign in by SMS. */
  loginFailuresPerHour: 100,
  loginLockMinutes: 15,
  sessionIdleMinutes: 30,
  sessionHours: 12,
  idempotencyHours: 72,
  pageRows: 100,
  /** Days of one query of messages (spec/sms.md, "sms/delivery"). */
  deliveryRangeDays: 31,
  deliveryDefaultDays: 7,
  /** The longest six months (spec/sms.md, "sms/delivery"). */
  deliveryKeptDays: 184,
  /** Messages that one page or one count looks at: a rare state among millions is found in several pages, each within 300 ms (bench/delivery.ts). */
  deliveryExaminedRows: 100_000,
  deliveryChoices: 500,
  /** Of one look at statistics: 13 months, so that a month can be held against the same one a year ago. */
  statisticsDays: 397,
  /** By hour: more than 744 steps nobody can read. */
  statisticsHourDays: 31,
  /** Series of a chart beside the rest. */
  statisticsSeries: 5,
  statisticsRows: 500,
  blacklistPastedPhones: 10_000,
  blacklistReasonCharacters: 100,
  blacklistRemovals: 1_000,
  blacklistYears: 10,
  /** What proves a person's new consent says at least when and how it was given. */
  consentMinCharacters: 6,
  consentCharacters: 200,
  /** Words of an account's own that refuse messages, beside those that hold for everybody. */
  optOutWords: 20,
  optOutWordCharacters: 10,
  /** Codes for the page on which recipients refuse messages (spec/sms-detail.md, "landpage"). */
  optOutCodesPerDay: 3,
  optOutLinkDays: 90,
  complaintCharacters: 200,
  /** Parts of a long message from a phone come within seconds; what is there by then is shown without the rest. */
  inboundPartMinutes: 10,
  /** Of an account (spec/sms.md, "sms/phonebook"). */
  contactGroups: 500,
  contacts: 1_000_000,
  contactGroupNameCharacters: 32,
  contactNameCharacters: 32,
  /** Rows of one export, exports of an account that are not finished, and how long a finished one is kept (spec/sms.md, "sms/derivation"). */
  exportRows: 10_000_000,
  exportsAtOnce: 3,
  exportDays: 7,
  /** What is told of an export after its file is gone. */
  exportToldDays: 90,
  /** Rows of one workbook: a spreadsheet has room for 1,048,576. */
  exportSheetRows: 1_000_000,
  /** Unpacked size at which a workbook ends as well: without ZIP64, which not every reader knows, a part of it has at most 4 GiB. */
  exportSheetBytes: 3 * 1024 * 1024 * 1024,
  /** Space that an export leaves free, so that PostgreSQL never finds the disk full. */
  exportFreeBytes: 2 * 1024 * 1024 * 1024,
  /** A code that came back allows one export of whole numbers within this time. */
  exportConfirmedMinutes: 10,
  /** From the click on 下载 to the browser's request. */
  exportTicketSeconds: 60,
  pastedContacts: 10_000,
  /** Room for those contacts with names of usual length, within what a call may carry. */
  pastedContactsCharacters: 320_000,
  /** Fields of an account's own (spec/sms.md, "sms/phonebook"). */
  contactFields: 10,
  contactFieldNameCharacters: 20,
  contactFieldCharacters: 200,
  contactTags: 100,
  contactTagNameCharacters: 20,
  contactRemarkCharacters: 200,
  consentNoteCharacters: 100,
  /** Ticked ones that an act takes at once; more go as a task in the background. */
  contactActRows: 1_000,
  /** A group with more is emptied by a task before it is deleted. */
  deletedGroupContacts: 2_000,
  /** Of an account, unfinished at one time. */
  contactTasks: 5,
  contactTaskKeptDays: 30,
  /** Waiting reviews that the back office shows at once; the next come as these are decided. */
  reviewQueueRows: 100,
  /** Answers of operators in one file, within what a call may carry. */
  filingFileRows: 1_000,
  /** Of a small table that is read at once: answers of operators, templates, words. */
  smallFileBytes: 2 * 1024 * 1024,
  /** Of a forbidden word and of what is said about it. */
  wordCharacters: 30,
  wordRemarkCharacters: 50,
  wordsAtOnce: 1_000,
  /** A package given by hand: a hundred million segments and ten years are beyond any that is sold. */
  grantSegments: 100_000_000,
  grantValidityDays: 3_650,
  /** Of a segment without a package: a tenth of a fen to a yuan. */
  unitPriceLeastHao: 10,
  unitPriceMostHao: 10_000,
  /** Rows of one file, within what a call may carry. */
  segmentFileRows: 2_000,
  portedFileRows: 10_000,
} as const

/** How often one number may be sent to: the same signature for codes, the same template otherwise (spec/sms.md, "frequency"). */
export const frequencyLimits = {
  code: [
    { windowMinutes: 1, most: 1 },
    { windowMinutes: 60, most: 5 },
    { windowMinutes: 1440, most: 10 },
  ],
  notice: [{ windowMinutes: 1440, most: 50 }],
  marketing: [{ windowMinutes: 1440, most: 50 }],
} as const
