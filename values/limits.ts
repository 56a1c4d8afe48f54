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
  /** A private file: papers of identity, slips, proofs, invoices (spec/finance-detail.md, "attestation"). */
  privateFileBytes: 10 * 1024 * 1024,
  /** A sheet of A4 at 600 dpi has 35 million pixels; a bomb has billions in a few kilobytes. */
  privateFilePixels: 50_000_000,
  privateFileSide: 20_000,
  /** What is smaller nobody can read. */
  privateFileLeastSide: 200,
  /** Longest side of a picture as it is kept: an identity card fills it with 1,200 dpi. */
  keptPictureSide: 4096,
  /** What the packed objects of a PDF may unpack to while it is looked into. */
  documentUnpackedBytes: 64 * 1024 * 1024,
  /** Sent and not used, of an account at a time. */
  loosePrivateFiles: 30,
  /** Attestation (spec/finance-detail.md, "attestation"; spec/sms-detail.md, "Effects"). */
  attestedNameCharacters: 100,
  attestedAge: 18,
  /** Before papers run out, the account is told. */
  attestationWarnDays: 30,
  /** From one changed identity to the next. */
  attestationChangeDays: 30,
  /** A change that is begun and left lapses; a first attestation is kept as a draft for longer. */
  attestationChangeDraftDays: 7,
  attestationDraftDays: 90,
  /** A phone that answered a code stands for the form so long. */
  attestationPhoneHours: 24,
  personDailySegments: 1_000,
  personContacts: 2,
  companyContacts: 5,
  /** Of an account, in any state but deleted; other platforms allow as many (spec/sms-detail.md §2.3). */
  signatures: 200,
  templates: 1_000,
  remarkCharacters: 200,
  /** A submission may be hurried after this, and again after as long again as the second. */
  expediteAfterMinutes: 30,
  expediteEveryMinutes: 60,
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
  /** A finished broadcast stays among the tasks for a day: whoever started it in the evening sees in the morning what became of it. */
  finishedTaskHours: 24,
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
  /** Digits that an app or a request may put behind its signature's: the sender number has 20 at most (design of CMPP's and SMPP's fields). */
  extensionDigits: 6,
  senderNumberDigits: 20,
  /** What staff rule (limits, routes, prices) reaches programs' requests within this time; what customers rule holds at once. */
  rulesBelievedMs: 500,
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
  /** Of an account, in any state but deleted (spec/sms-detail.md, "app-manage"). */
  apps: 20,
  /** Two, so that a key is replaced without downtime; those that are switched off stay in the list until they are deleted. */
  liveKeys: 2,
  keys: 5,
  appNameMinCharacters: 2,
  appNameCharacters: 30,
  appNoteCharacters: 100,
  /** As other platforms allow their largest call (spec/sdk-wire.md §5); staff may go as far as the second, more than one program answers. */
  appRequestsPerSecond: 5_000,
  appRequestsPerSecondAtMost: 100_000,
  /** What is known of a key is believed so long: switching one off is over everywhere within a second. */
  keyBelievedMs: 500,
  /** Messages of test apps are kept so long. */
  sandboxDays: 7,
  /** How far the clock of a program that signs its requests may be from ours. */
  openClockMinutes: 5,
  /** Head of a request of a program: a thousand numbers with long parameters in an address have some 21 kB (spec/sdk-wire.md §9). */
  openHeadBytes: 65_536,
  /** Requests of programs that a process works on at once: enough for commits that many share, few enough that a number each is answered in a tenth of a second on two cores. */
  openRequestsInFlight: 1_024,
  /** Of one app: a part stays for the others. */
  openRequestsInFlightPerApp: 768,
  /** Who waits longer for a place is told to come again. */
  openQueueMs: 1_000,
  /** A connection may still bring a request for so long when a server is told to end: the way through a proxy of the same data centre. */
  drainGraceMs: 200,
  /** Answers of a server that ends may take so long; two seconds less than the ten in which a program has to end. */
  drainMs: 8_000,
  /** Requests of an app that its owner can look up, and as many that were refused. */
  loggedRequests: 100,
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
  /** Lines in the log of an account for refused sign-ins of one name at one network: who is locked out and goes on trying doesn't fill it. */
  refusedLinesPerHour: 20,
  /** At most so many within an hour (OWASP ASVS 2.2.1). The owner can still sign in by SMS. */
  loginFailuresPerHour: 100,
  loginLockMinutes: 15,
  sessionIdleMinutes: 30,
  sessionHours: 12,
  /** Codes of an authenticator, or those for the day on which it is lost, that a member may try in a quarter of an hour. */
  secondFactorTries: 5,
  recoveryCodes: 10,
  /** From the right password to the second proof. */
  signInChallengeMinutes: 10,
  /** A browser is known again for so long after the last sign-in with it. */
  deviceDays: 400,
  nicknameMinCharacters: 2,
  nicknameMaxCharacters: 20,
  emailCharacters: 100,
  /** A name that signs in is changed once in so many days (spec/finance-detail.md, "userinfo"). */
  loginChangeDays: 365,
  /** The present password and those before it, none of which may be chosen again. */
  passwordsKept: 5,
  emailLinkHours: 24,
  /** Links that prove an address: asked for by a member, and sent to one address. */
  emailLinksPerHour: 5,
  emailLinksPerDay: 10,
  /** The browser sends it small already; this is 450 kB in base64. */
  avatarCharacters: 600_000,
  avatarPixels: 16_000_000,
  avatarSidePixels: 256,
  /** Of an account, beside its owner. */
  members: 100,
  waitingInvitations: 20,
  invitationDays: 3,
  /** From the wish to close an account to its end (spec/account.md, "userinfo"). */
  closingDays: 7,
  /** For how long a browser that came by https comes by nothing else: two years, as lists of such hosts ask for. */
  httpsOnlySeconds: 63_072_000,
  /** Of the link by which the first administrator is made: whoever starts the platform opens it soon, and the next start prints another. */
  staffSetupHours: 24,
  /** From staff's wish to look at a customer's console to the browser's request, and how long they may look. */
  staffEntrySeconds: 60,
  staffEntryMinutes: 30,
  /** Of one look at the platform's statistics, which reads the messages of these days; and the customers that it names. */
  platformStatisticsDays: 31,
  platformStatisticsCustomers: 50,
  /** Proving again who one is allows one act within this time. */
  stepUpMinutes: 5,
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
  linkTitleCharacters: 60,
  /** Of one link. */
  linkTags: 10,
  linkTagCharacters: 20,
  /** Given to many and typed on phones. */
  linkPasswordMinCharacters: 4,
  linkPasswordCharacters: 32,
  linkVisitLimit: 1_000_000_000,
  /** Tags offered to choose from, of so many links. */
  linkTagChoices: 100,
  linkTagExaminedLinks: 5_000,
  /** Targets that one account has opened from the server to see where they lead. */
  linkFollowsPerMinute: 30,
  /** A whole target may be searched for. */
  linkSearchCharacters: 2_100,
  /** Links that one page of a search looks at: it answers in tenths of a second, and all but the largest accounts have fewer. */
  linkSearchRows: 100_000,
  /** Ticked links that an act takes at once; more go as a task in the background. */
  linkActRows: 1_000,
  /** Tasks of an account that are not finished. */
  linkTasks: 3,
  /** Of an account. */
  linkGroups: 500,
  linkGroupNameCharacters: 32,
  linkDomains: 20,
  targetDomains: 100,
  /** A domain is not asked about more often by hand. */
  domainCheckSeconds: 5,
  /** Daily checks in a row after which a domain that leads elsewhere is no longer used. */
  domainFailures: 3,
  /** An own domain that nobody has verified by then may be added by another account. */
  domainPendingDays: 7,
  /** Of one look at visits: 13 months, as of messages. */
  visitRangeDays: 397,
  /** Visits that one page of the list looks at: a rare place among millions is found in several pages. */
  visitExaminedRows: 100_000,
  /** New visits that a page hears of one by one; of more it hears the number. */
  liveVisits: 50,
  /** Visits that one look for new ones takes in: more than come in the seconds that it overlaps with the look before, for all but the largest. */
  liveExaminedVisits: 5_000,
  /** Open pages of one member that hear of new visits. */
  liveStreamsPerMember: 4,
  /** Links, groups and broadcasts offered to choose from, of each; a search finds the others. */
  visitChoices: 20,
  /** Lines of a ranking of visits. */
  visitRankRows: 100,
  /** Of one file of links (spec/shortlink.md, "shorturl/create"), batches at a time, and those that the list shows. */
  linkBatchRows: 100_000,
  linkBatches: 3,
  linkBatchesShown: 50,
  /** Rows without a link that a batch's card names; the rest stand in the result file. */
  linkBatchProblemsShown: 5,
  /** What the result repeats of a row that was refused, and how a batch calls the recipient of a code. */
  linkBatchGivenCharacters: 200,
  linkRecipientCharacters: 100,
  /** Percent of the link packages up to which visits are recorded (spec/shortlink.md, "quota"). */
  linkOverPercent: 120,
  /** Given to every new account, so that short links can be tried. */
  firstLinkUnits: 1_000,
  firstLinkUnitsDays: 365,
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
  /** Space that exports and broadcasts leave free, so that PostgreSQL never finds the disk full. */
  leastFreeBytes: 2 * 1024 * 1024 * 1024,
  /** Staff are told when a host's clock differs from the database's by so much: a synchronised one differs by milliseconds. */
  clockWarnedMs: 1_000,
  /** A host that is wrong by so much sends nothing: its messages would be over before they are sent, or sent when they are over. */
  clockRefusedMs: 30_000,
  /** Staff are told when less is left: before anything is refused. */
  warnedFreeBytes: 3 * 1024 * 1024 * 1024,
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
  /** 自定义条数; so many at the dearest price of a piece are no more than an amount may be. */
  customCountStep: 1_000,
  customCountMost: 9_999_000,
  /** Of 优惠码: uses, packages that one is for, and the least purchase that a percentage is taken off. */
  couponUses: 1_000_000,
  /** Codes that don't exist, tried by an account in an hour: who mistypes needs a few, who guesses thousands. */
  couponTriesPerHour: 20,
  couponPackages: 50,
  couponMinimumHao: 10_000,
  /** Tiers of its price. */
  countTiers: 10,
  /** Of a segment without a package: a tenth of a fen to a yuan. */
  unitPriceLeastHao: 10,
  maxUnitPriceHao: 10_000,
  /** Rows of one file, within what a call may carry. */
  segmentFileRows: 2_000,
  portedFileRows: 10_000,
  /** Of one look at the statement of the balance. */
  statementDays: 366,
  /** A message's charge is booked at most so long after it was accepted: its validity, the wait for a report, and days on which a broadcast was paused. */
  settlementDays: 31,
  /** Segments below which a customer may want to be warned. */
  warnedSegments: 99_999_999,
  /** A payment that was begun may be finished so long (spec/finance.md). */
  rechargeMinutes: 15,
  /** Payments begun and not finished, of an account at a time. */
  waitingRecharges: 20,
  /** Names under which an account pays by bank, beside its attested one; as at the great clouds. */
  payerNames: 5,
  payerNameCharacters: 60,
  /** A transfer may be claimed so long after its day. */
  claimDays: 90,
  /** Claims of an account that nobody has decided. */
  openClaims: 20,
  bankMemoCharacters: 200,
  /** Lines of a bank's statement in one file, within what a call may carry. */
  bankFileRows: 1_000,
  /** Money goes back for as long as the gateways give it back. */
  rechargeBackDays: 365,
  /** Withdrawals of an account that are not over, and refunds of one. */
  openWithdrawals: 5,
  withdrawalRefunds: 50,
  /** Titles, addresses and mailboxes for invoices, of each (spec/finance.md). */
  invoiceTitles: 20,
  invoiceAddresses: 20,
  invoiceEmails: 20,
  invoiceEmailRemarkCharacters: 20,
  /** Invoices that one request may be split into, mailboxes that one goes to, and what may be printed on it (spec/finance-detail.md §2). */
  invoiceParts: 50,
  invoiceMailboxes: 5,
  invoiceRemarkCharacters: 100,
  /** Times that a member may have one sent again in a day. */
  invoiceSendsPerDay: 5,
  /** A link that proves who reads a mailbox; letters with one to a mailbox, and of an account within a day. */
  invoiceEmailLinkHours: 24,
  invoiceEmailLetterSeconds: 60,
  invoiceEmailLetters: 10,
  invoiceEmailLettersPerDay: 30,
  /** Of a field of an invoice in GBK, and of two that share a line (interfaces of the bureau's providers). */
  invoiceFieldBytes: 100,
  /** An unpaid order stands so long (spec/finance.md, "finance/order"). */
  orderMinutes: 30,
  /** One that is paid by bank transfer, in days: transfers take a working day or two, and who pays them is seldom who orders (spec/finance-detail.md, "order"). */
  transferOrderDays: 7,
  /** Orders not paid yet, of an account at a time. */
  waitingOrders: 10,
  /** A package that nobody used is given back whole within the first, what is left of it within the second (spec/finance.md). */
  wholeRefundDays: 7,
  refundDays: 90,
  /** A package of links that costs more than so many times the price of the next larger one tells no price of used units: it was a slip. */
  refundTierTimes: 2,
  /** A refund, a bank transfer or a withdrawal above this needs two people (spec/finance.md, "What staff do"): 50,000 yuan. */
  fourEyesHao: 500_000_000,
  /** What one member of staff may move alone in a day, of all customers together: ten times the limit of one act, a busy day's refunds. */
  fourEyesDayHao: 5_000_000_000,
  /** A price, a package or a coupon so far from the public price is set by two: larger rebates are contracts, and a slip of a digit is ten times that. */
  priceBandPercent: 20,
  /** The public price is compared with the one of so long ago: steps within the band do not add up faster than a band a month. */
  priceBandDays: 30,
  /** Tries of a mail before it is given up: with the queue's growing pauses about an hour and a half. */
  mailTries: 10,
  /** A mail is kept so long after its end; what is attached goes with it. */
  mailDays: 30,
  /** Notices by SMS to one member in a day; the message centre has the rest. */
  noticeMessagesPerDay: 20,
  /** Alerts (spec/sms-detail.md, "sms/app-warning"): rules of an account, people and group robots that they reach. */
  alertRules: 100,
  alertContacts: 10,
  alertContactNameCharacters: 20,
  alertRobots: 5,
  /** Messages that a share is at least taken of. */
  alertLeastCount: 1_000_000,
  /** SMS about alerts to one number in a day; the platform pays for them. */
  alertMessagesPerDay: 30,
  /** Tests that a member may send in an hour. */
  alertTestsPerHour: 10,
  /** A message that a group's robot does not take is tried again for so long. */
  robotMinutes: 30,
  /** Alerts that are over are kept as long as the lines of the logs. */
  alertDays: 190,
  /** Subjects of one rule (numbers, addresses) that are told at a time; many more are one attack. */
  alertSubjects: 20,
  /** Messages of the message centre are kept so long. */
  accountMessageDays: 180,
  /** Lines of both logs are kept at least so long (spec/account.md, "Account"); migration 0206 lets none go earlier. */
  auditLogDays: 190,
  /** Days that one search of a log spans (spec/sms-detail.md). */
  auditLogQueryDays: 180,
  /** Lines that one seal run takes of a chain. */
  chainedLines: 500,
  /** Accounts that a notice may be for when they are chosen one by one. */
  noticeAccounts: 200,
  noticeCharacters: 20_000,
  /** Webhooks of an app: one for each kind of event would be enough. */
  webhooks: 6,
  webhookUrlCharacters: 500,
  webhookTestsPerMinute: 10,
  /** Events in one request to a webhook (spec/open-api.md). */
  webhookEvents: 100,
  /** What a taker of events has to acknowledge them, before they are given again. */
  pullLeaseSeconds: 60,
  /** SMPP accounts of apps: what a new one may, and the most that its owner may set. */
  smppWindow: 50,
  smppWindowAtMost: 500,
  smppRate: 100,
  smppRateAtMost: 2_000,
  smppBinds: 4,
  smppBindsAtMost: 20,
  /** A session that was not seen for so long belonged to a program that was killed. */
  smppBindExpiresSeconds: 15,
  /** Parts wait so long for the others of their text: a sender that throttles itself needs seconds, one that reconnects a few minutes. */
  smppPartMinutes: 10,
  /** What came by SMPP can be asked for by its own id so long: as long as a carrier may owe the report, and a day more. */
  smppSubmitHours: 96,
  pullEvents: 1_000,
  /** Events that nobody takes by a pull or SMPP are kept so long (design/engine.md). */
  pullHours: 72,
  /** Tries go on so long after an event was noted; then it is parked. */
  webhookHours: 48,
  /** Staff are told when an event is due for so long at a webhook that takes what it is sent: a queue of thousands is empty by then. */
  eventWaitMinutes: 5,
  /** Without one success in so long, a webhook is turned off. */
  webhookFailingHours: 24,
  /** Parked events can be delivered again so long. */
  parkedEventDays: 15,
  /** Delivered events and the log of deliveries. */
  deliveryLogDays: 7,
  /** A page waits so long for what it shows; what takes longer is a job, never a call. */
  readAnswerMs: 30_000,
  /** And so long for an act: giving up too soon leaves a person not knowing whether it was done. */
  actAnswerMs: 120_000,
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
