/** Limits of the product, each with its name and its reason. Those that staff may change are defaults of settings. */
export const limits = {
  /** Without news of the continuous backup for this long, staff are told: a restart or a short outage is none. */
  archiveWaitMinutes: 10,
  /** UTF-16 units of a message in one segment (UCS-2 in one SMS of 140 bytes). */
  singleSegmentUnits: 70,
  /** UTF-16 units per segment of a longer message: six bytes are the concatenation header. */
  joinedSegmentUnits: 67,
  /** Longest message as sent, 8 segments. */
  messageUnits: 500,
  /** The maximum to which staff may raise it: 15 segments. */
  messageUnitsAtMost: 1_000,
  signatureMinCharacters: 2,
  signatureMaxCharacters: 12,
  templateNameCharacters: 30,
  templateTextCharacters: 500,
  templateVariables: 20,
  /** Saved views of one list, per member: as many as a row of chips can show. */
  listViews: 20,
  listViewNameCharacters: 20,
  /** Lists whose columns a person has changed: more than there are. */
  listsWithColumns: 100,
  /** Files that prove a signature. */
  proofs: 6,
  proofBytes: 2 * 1024 * 1024,
  /** Files uploaded in unsaved forms, per account at a time. */
  unattachedProofs: 30,
  /** A private file: identity papers, slips, proofs, invoices. */
  privateFileBytes: 10 * 1024 * 1024,
  /** A sheet of A4 at 600 dpi has 35 million pixels; a decompression bomb has billions in a few kilobytes. */
  privateFilePixels: 50_000_000,
  privateFileSide: 20_000,
  /** Smaller pictures are illegible. */
  privateFileLeastSide: 200,
  /** How long the copy of a person's data can be downloaded. */
  personalCopyDays: 30,
  /** Longest side of a stored picture: 1,200 dpi for an identity card. */
  keptPictureSide: 4096,
  /** Unpacked size of a PDF's compressed objects while it is inspected. */
  documentUnpackedBytes: 64 * 1024 * 1024,
  /** Uploaded and unused, per account at a time. */
  unattachedPrivateFiles: 30,
  /** Identity verification (attestation). */
  attestedNameCharacters: 100,
  attestedAge: 18,
  /** Days before papers expire at which the account is notified. */
  attestationWarnDays: 30,
  /** Between two changes of the identity. */
  attestationChangeDays: 30,
  /** An abandoned draft of a change expires after this; one of a first attestation is kept longer. */
  attestationChangeDraftDays: 7,
  attestationDraftDays: 90,
  /** How long a phone confirmed by a one-time code is valid for the form. */
  attestationPhoneHours: 24,
  personDailySegments: 1_000,
  personContacts: 2,
  companyContacts: 5,
  /** Per account, in any state but deleted; other platforms allow as many. */
  signatures: 200,
  templates: 1_000,
  remarkCharacters: 200,
  /** A submission may be expedited after this, and a second time after as long again. */
  expediteAfterMinutes: 30,
  expediteEveryMinutes: 60,
  /** Templates in one file. */
  templateFileRows: 200,
  broadcastNameCharacters: 40,
  /** Numbers pasted into the form; more are uploaded as a file. */
  pastedPhones: 1_000,
  /** Characters for those numbers with blanks and +86. */
  pastedCharacters: 30_000,
  uploadRows: 1_000_000,
  uploadBytes: 100 * 1024 * 1024,
  /** Slowest connection on which a whole file still arrives: 58 kB/s. */
  uploadMinutes: 30,
  /**
   * A finished broadcast stays among the tasks for a day: who started it in the evening sees its outcome in the
   * morning.
   */
  finishedTaskHours: 24,
  /** Unsent numbers are kept for another try next week, and no longer. */
  unsentUploadDays: 8,
  /** Files of one account per hour, to bound its share of the disk. */
  uploadsPerHour: 60,
  /** Unpacked size at which an XLSX file is refused: a zip bomb of 1.5 MB unpacks to gigabytes. */
  uploadUnpackedBytes: 1024 * 1024 * 1024,
  uploadColumns: 100,
  cellCharacters: 500,
  scheduleMinLeadMinutes: 5,
  scheduleMaxLeadDays: 30,
  /**
   * Digits that an app or a request may append to its signature's: a sender number has 20 at most (fields of CMPP and
   * SMPP).
   */
  extensionDigits: 6,
  senderNumberDigits: 20,
  /**
   * Rules of staff (limits, routes, prices) reach programs' requests within this time; rules of customers apply at
   * once.
   */
  rulesCacheTtlMs: 500,
  /** Fastest pace of a spread broadcast: beyond it, carriers limit the pace anyhow. */
  spreadPerMinute: 100_000,
  /** A spread broadcast must end, and a scheduled one start, within this. */
  spreadMaxDays: 30,
  /** Per account, and retention of an untouched draft. */
  broadcastDrafts: 100,
  broadcastDraftDays: 90,
  /** How long a sent draft shows that it was sent. */
  sentDraftDays: 30,
  testSendPhones: 5,
  /** Marketing is sent between these minutes of the day in China (08:00–21:00). */
  marketingFromMinute: 8 * 60,
  marketingUntilMinute: 21 * 60,
  /** Bounds of those minutes for staff: quiet hours from 22:00 to 08:00, and a window of at least an hour. */
  marketingHardFromMinute: 8 * 60,
  marketingHardUntilMinute: 22 * 60,
  marketingLeastMinutes: 60,
  /** A broadcast that is sent at once waits so long for second thoughts. */
  broadcastRecallSeconds: 10,
  /** Links to one report that are valid at the same time, and for how long at most. */
  sharesPerBroadcast: 10,
  shareDays: 90,
  sharePasswordCharacters: 6,
  /** A day of reading before the password is needed again. */
  shareTicketHours: 24,
  /** Wrong passwords from one network, and for one link, in a quarter of an hour. */
  shareFailuresPerAddress: 10,
  shareFailuresPerLink: 30,
  /** Above this a broadcast needs a one-time code by SMS. */
  broadcastConfirmPhones: 10_000,
  broadcastConfirmPhonesAtMost: 100_000,
  /** An account's own test numbers, without frequency limits. */
  testNumbers: 300,
  /** How long an entered one-time code stays valid, so that a refused or changed cost needs no second one. */
  broadcastConfirmedMinutes: 30,
  /** Test messages of a broadcast to one's own number. */
  testSendsPerHour: 10,
  /** Pages of one member with a progress stream; further ones poll. */
  progressStreamsPerMember: 8,
  /** Without a report by then a message is unknown, and its charge is returned. */
  reportWaitHours: 72,
  codeValidityMinutes: 5,
  transactionalValidityHours: 24,
  marketingValidityHours: 24,
  /** Per account, in any state but deleted. */
  apps: 20,
  /** Two, so that a key is replaced without downtime; disabled ones stay listed until they are deleted. */
  liveKeys: 2,
  keys: 5,
  appNameMinCharacters: 2,
  appNameCharacters: 30,
  appNoteCharacters: 100,
  /**
   * Other platforms allow as much for their largest call; staff may raise it to the second number, more than one
   * process answers.
   */
  appRequestsPerSecond: 5_000,
  appRequestsPerSecondAtMost: 100_000,
  /** Cache time of a key: disabling one takes effect everywhere within a second. */
  keyCacheTtlMs: 500,
  /** Retention of test apps' messages. */
  sandboxDays: 7,
  /** Clock skew allowed for a program that signs its requests. */
  openClockMinutes: 5,
  /** Head of a program's request: a thousand numbers with long parameters in a URL take some 21 kB. */
  openHeadBytes: 65_536,
  /**
   * Program requests that a process handles at once: enough for shared commits, few enough that one number each is
   * answered within a tenth of a second on two cores.
   */
  openRequestsInFlight: 1_024,
  /** Per app, so that some are left for others. */
  openRequestsInFlightPerApp: 768,
  /** Requests that wait longer for a slot are refused and asked to retry. */
  openQueueMs: 1_000,
  /**
   * How long a connection may still bring a request while a server shuts down: covers a proxy in the same data centre.
   */
  drainGraceMs: 200,
  /** How long answers may take while a server shuts down; two seconds less than the ten in which a program must end. */
  drainMs: 8_000,
  /** Requests of an app that its owner can look up, and as many refused ones. */
  loggedRequests: 100,
  passwordMinCharacters: 8,
  passwordMaxCharacters: 16,
  oneTimeCodeDigits: 6,
  oneTimeCodeMinutes: 5,
  oneTimeCodeTries: 5,
  oneTimeCodesPerMinute: 1,
  /** Countdown of the button, for one code a minute. */
  oneTimeCodePauseSeconds: 60,
  oneTimeCodesPerHour: 5,
  oneTimeCodesPerDay: 10,
  oneTimeCodesPerAddressHour: 20,
  /** Codes by which a signed-in member proves acts, to the member's own phone. */
  memberCodesPerHour: 20,
  memberCodesPerDay: 60,
  /** Wrong codes from one network, over all numbers. */
  codeFailuresPerAddressHour: 100,
  loginFailuresBeforeCaptcha: 3,
  loginFailuresBeforeLock: 5,
  /**
   * Failures within an hour, of one member from everywhere or of one network for all members, after which a captcha is
   * required.
   */
  loginFailuresBeforeWideCaptcha: 20,
  /**
   * Audit log lines per account for refused sign-ins of one name from one network: repeated tries of a locked-out
   * client can't fill it.
   */
  refusedLinesPerHour: 20,
  /**
   * Maximum per hour (OWASP ASVS 2.2.1). A member can still sign in by SMS, staff in the network of their last sign-in.
   */
  loginFailuresPerHour: 100,
  loginLockMinutes: 15,
  sessionIdleMinutes: 30,
  sessionHours: 12,
  /** TOTP or recovery codes that a member may try in a quarter of an hour. */
  secondFactorTries: 5,
  recoveryCodes: 10,
  /** From the correct password to the second factor. */
  signInChallengeMinutes: 10,
  /** How long a browser is recognized after its last sign-in. */
  deviceDays: 400,
  nicknameMinCharacters: 2,
  nicknameMaxCharacters: 20,
  emailCharacters: 100,
  /** A login can be changed once in this period. */
  loginChangeDays: 365,
  /** The current password and earlier ones, none of which may be chosen again. */
  passwordsKept: 5,
  emailLinkHours: 24,
  /** Links that verify an address: per requesting member, and per address. */
  emailLinksPerHour: 5,
  emailLinksPerDay: 10,
  /** The browser scales it down first; this is 450 kB in base64. */
  avatarCharacters: 600_000,
  avatarPixels: 16_000_000,
  avatarSidePixels: 256,
  /** Per account, besides its owner. */
  members: 100,
  waitingInvitations: 20,
  invitationDays: 3,
  /** From the request to close an account to its closing. */
  closingDays: 7,
  /** HSTS: how long a browser uses https only; two years, as preload lists require. */
  httpsOnlySeconds: 63_072_000,
  /**
   * Validity of the link that creates the first administrator: it is opened soon after the start, and the next start
   * prints another.
   */
  staffSetupHours: 24,
  /**
   * Impersonation: from the request of staff to open a customer's console to the browser's request, and how long it
   * lasts.
   */
  impersonationTicketSeconds: 60,
  impersonationMinutes: 30,
  /**
   * Period of one query of the platform's statistics, which reads the messages of these days; and how many customers it
   * names.
   */
  platformStatisticsDays: 31,
  platformStatisticsCustomers: 50,
  /** Step-up authentication is valid for one act within this time. */
  stepUpMinutes: 5,
  /** Whole numbers are shown one after another: one step-up is enough for all of this time. */
  numbersShownMinutes: 10,
  idempotencyHours: 72,
  pageRows: 100,
  /** Rows of a list on paper, a dozen sheets; more belong into a file. */
  printedRows: 500,
  /** Days of one query of messages. */
  deliveryRangeDays: 31,
  deliveryDefaultDays: 7,
  /** Retention, covering the longest six months. */
  deliveryKeptDays: 184,
  /** Retention of real-name attestations after an account was closed. */
  attestationKeptDays: 730,
  /** How long an archived month that was attached again stays. */
  attachedMonthDays: 30,
  /**
   * Messages that one page or one count examines: a rare state among millions is found over several pages, each within
   * 300 ms (bench/delivery.ts).
   */
  deliveryExaminedRows: 100_000,
  deliveryChoices: 500,
  /**
   * Messages that are ticked one by one, and those of a filter whose recipients are blocked or written to in one act.
   */
  deliveryTicked: 200,
  deliveryBlocked: 20_000,
  /** Report codes of one query: more than a cause has, and short enough for an address. */
  deliveryCodes: 100,
  /**
   * The search over everything: characters of a text, hits of a kind, and the newest rows that are looked through by
   * name.
   */
  searchMinCharacters: 2,
  searchMaxCharacters: 100,
  searchHits: 5,
  searchRows: 5_000,
  /** Period of one query of statistics: 13 months, so that a month can be compared with the same one a year ago. */
  statisticsDays: 397,
  /** By hour: more than 744 steps are unreadable. */
  statisticsHourDays: 31,
  /** Series of a chart besides the rest. */
  statisticsSeries: 5,
  statisticsRows: 500,
  linkTitleCharacters: 60,
  /** Per link. */
  linkTags: 10,
  linkTagCharacters: 20,
  /** Shared with many people and typed on phones. */
  linkPasswordMinCharacters: 4,
  linkPasswordCharacters: 32,
  linkVisitLimit: 1_000_000_000,
  /** Tags offered as choices, collected from so many links. */
  linkTagChoices: 100,
  linkTagExaminedLinks: 5_000,
  /** Targets that the server may open for one account to check where they lead. */
  linkFollowsPerMinute: 30,
  /** Fits a whole target. */
  linkSearchCharacters: 2_100,
  /**
   * Links that one page of a search examines: it answers in tenths of a second, and all but the largest accounts have
   * fewer.
   */
  linkSearchRows: 100_000,
  /** Selected links that an act handles at once; more run as a background task. */
  linkActRows: 1_000,
  /** QR codes of one archive: the browser draws and holds them, some 10 kB each. */
  linkQrCodes: 10_000,
  /** Unfinished tasks per account. */
  linkTasks: 3,
  /** Per account. */
  linkGroups: 500,
  linkGroupNameCharacters: 32,
  linkDomains: 20,
  siteNameCharacters: 50,
  targetDomains: 100,
  /** Minimum interval between manual checks of a domain. */
  domainCheckSeconds: 5,
  /** Failed daily checks in a row after which a domain is no longer used. */
  domainFailures: 3,
  /** An own domain unverified after this may be added by another account. */
  domainPendingDays: 7,
  /** Period of one query of visits: 13 months, as for messages. */
  visitRangeDays: 397,
  /** Visits that one page of the list examines: a rare place among millions is found over several pages. */
  visitExaminedRows: 100_000,
  /** New visits that a live page gets one by one; beyond that it gets their number. */
  liveVisits: 50,
  /**
   * Visits that one query for new ones reads: more than arrive in the seconds by which it overlaps the query before,
   * for all but the largest accounts.
   */
  liveExaminedVisits: 5_000,
  /** Pages of one member with a stream of new visits. */
  liveStreamsPerMember: 4,
  /** Links, groups and broadcasts offered as choices, of each; a search finds the others. */
  visitChoices: 20,
  /** Rows of a ranking of visits. */
  visitRankRows: 100,
  /** Rows of one file of links, batches at a time, and batches in the list. */
  linkBatchRows: 100_000,
  /** Files added to one batch of links, whose rows are all read again for each. */
  linkBatchAdditions: 20,
  linkBatches: 3,
  linkBatchesShown: 50,
  /** Failed rows that a batch's card names; the others are in the result file. */
  linkBatchProblemsShown: 5,
  /** Length to which the result quotes a refused row, and of the recipient's name in a batch. */
  linkBatchGivenCharacters: 200,
  linkRecipientCharacters: 100,
  /** Percent of the link packages up to which visits are recorded. */
  linkOverPercent: 120,
  /** Granted to every new account, to try short links. */
  firstLinkUnits: 1_000,
  firstLinkUnitsDays: 365,
  blacklistPastedPhones: 10_000,
  blacklistReasonCharacters: 100,
  blacklistRemovals: 1_000,
  /** Entries of a filter that one call removes: a transaction of a second, that can be undone. */
  blacklistFilterRemovals: 10_000,
  blacklistYears: 10,
  /** Proof of a person's new consent names at least when and how it was given. */
  consentMinCharacters: 6,
  consentCharacters: 200,
  /** An account's own opt-out keywords, besides the platform's. */
  optOutWords: 20,
  optOutWordCharacters: 10,
  /** One-time codes for the opt-out page of recipients. */
  optOutCodesPerDay: 3,
  optOutLinkDays: 90,
  complaintCharacters: 200,
  /** Parts of a concatenated MO arrive within seconds; after this it is shown without the missing ones. */
  inboundPartMinutes: 10,
  /** Per account. */
  contactGroups: 500,
  contacts: 1_000_000,
  contactGroupNameCharacters: 32,
  contactNameCharacters: 32,
  /** Rows of one export, unfinished exports per account, and retention of a finished one. */
  exportRows: 10_000_000,
  exportsAtOnce: 3,
  exportDays: 7,
  /** How long an export stays listed after its file is gone. */
  exportNotifiedDays: 90,
  /** Rows of one file of an export, CSV or a worksheet: spreadsheets have room for 1,048,576. */
  exportFileRows: 1_000_000,
  /**
   * Unpacked size at which a workbook ends as well: without ZIP64, which not every reader supports, an entry has at
   * most 4 GiB.
   */
  exportSheetBytes: 3 * 1024 * 1024 * 1024,
  /**
   * Longest time of one statement: of a call or a claim, which others wait behind; of staff's lists over all accounts,
   * queues and redirects; of a job.
   */
  statementMs: 10_000,
  platformStatementMs: 30_000,
  jobStatementMs: 600_000,
  /** Disk space that exports and broadcasts leave free, so that PostgreSQL never runs out. */
  minFreeBytes: 2 * 1024 * 1024 * 1024,
  /**
   * Clock skew between a host and the database at which staff are notified; synchronized ones differ by milliseconds.
   */
  clockWarnedMs: 1_000,
  /**
   * Clock skew at which a host sends nothing: its messages would expire before they are sent, or be sent after they
   * expired.
   */
  clockRefusedMs: 30_000,
  /** Free space at which staff are notified: before anything is refused. */
  warnedFreeBytes: 3 * 1024 * 1024 * 1024,
  /** An entered one-time code allows one export of whole numbers within this time. */
  exportConfirmedMinutes: 10,
  /** From the click on 下载 to the browser's request. */
  exportTicketSeconds: 60,
  pastedContacts: 10_000,
  /** Characters for those contacts with names of usual length, within a call's body limit. */
  pastedContactsCharacters: 320_000,
  /** An account's own fields. */
  contactFields: 10,
  contactFieldNameCharacters: 20,
  contactFieldCharacters: 200,
  contactTags: 100,
  contactTagNameCharacters: 20,
  contactRemarkCharacters: 200,
  consentNoteCharacters: 100,
  /** Selected contacts that an act handles at once; more run as a background task. */
  contactActRows: 1_000,
  /** A larger group is emptied by a task before it is deleted. */
  deletedGroupContacts: 2_000,
  /**
   * How long an act can be undone: until the next working day, and no longer than its personal data need to be kept.
   */
  undoHours: 24,
  /** Rows that one call records so that they can be restored, or restores; more are restored by a task. */
  undoCallRows: 2_000,
  /** Rows of one act, and of all acts of an account, that are kept for that time: they bound the disk space. */
  undoActRows: 200_000,
  undoAccountRows: 1_000_000,
  /** Unfinished at one time, per account. */
  contactTasks: 5,
  contactTaskKeptDays: 30,
  /** Waiting reviews that the back office shows at once; the next follow as these are decided. */
  reviewQueueRows: 100,
  /** Carriers' answers in one file, within a call's body limit. */
  senderRegistrationFileRows: 1_000,
  /** A small table that is read at once: carriers' answers, templates, forbidden words. */
  smallFileBytes: 2 * 1024 * 1024,
  /** A forbidden word, and its remark. */
  wordCharacters: 30,
  wordRemarkCharacters: 50,
  wordsAtOnce: 1_000,
  /** A granted package: a hundred million segments and ten years exceed any that is sold. */
  grantSegments: 100_000_000,
  grantValidityDays: 3_650,
  /** 自定义条数; the maximum at the highest unit price stays within the largest amount. */
  customCountStep: 1_000,
  customCountMost: 9_999_000,
  /** Coupons (优惠码): uses, packages that one applies to, and the minimum purchase for a percentage. */
  couponUses: 1_000_000,
  /** Unknown coupons tried by an account per hour: a typo needs a few, guessing thousands. */
  couponTriesPerHour: 20,
  couponPackages: 50,
  couponMinimumHao: 10_000,
  /** Price tiers. */
  countTiers: 10,
  /** Of a segment without a package: a tenth of a fen to one yuan. */
  minUnitPriceHao: 10,
  /** To another country. */
  maxCountryPriceHao: 100_000,
  maxUnitPriceHao: 10_000,
  /** Rows of one file, within a call's body limit. */
  segmentFileRows: 2_000,
  portedFileRows: 10_000,
  /** Period of one query of the balance statement. */
  statementDays: 366,
  /**
   * Latest booking of a message's charge after its acceptance: its validity, the wait for a report, and days on which a
   * broadcast was paused.
   */
  settlementDays: 31,
  /** Upper bound of the segment count below which a customer may want a warning. */
  warnedSegments: 99_999_999,
  /** Time to finish a started payment. */
  rechargeMinutes: 15,
  /** Unfinished payments, per account at a time. */
  waitingRecharges: 20,
  /** Payer names of an account by bank, besides its attested one; as with the large cloud providers. */
  payerNames: 5,
  payerNameCharacters: 60,
  /** Days after a transfer in which it may be claimed. */
  claimDays: 90,
  /** Undecided claims per account. */
  openClaims: 20,
  bankMemoCharacters: 200,
  /** Lines of a bank statement in one file, within a call's body limit. */
  bankFileRows: 1_000,
  /** Recharges are refundable as long as the gateways allow it. */
  rechargeBackDays: 365,
  /** Open withdrawals per account, and refunds per withdrawal. */
  openWithdrawals: 5,
  withdrawalRefunds: 50,
  /** Titles, addresses and mailboxes for invoices, of each. */
  invoiceTitles: 20,
  invoiceAddresses: 20,
  invoiceEmails: 20,
  invoiceEmailRemarkCharacters: 20,
  /** Invoices that one request may be split into, mailboxes that one is sent to, and length of its remark. */
  invoiceParts: 50,
  invoiceMailboxes: 5,
  invoiceRemarkCharacters: 100,
  /** Resends of an invoice by a member per day. */
  invoiceSendsPerDay: 5,
  /** Link that verifies a mailbox; such mails per mailbox, and per account and day. */
  invoiceEmailLinkHours: 24,
  invoiceEmailLetterSeconds: 60,
  invoiceEmailLetters: 10,
  invoiceEmailLettersPerDay: 30,
  /** Length of an invoice field in GBK, and of two that share a line (interfaces of the bureau's providers). */
  invoiceFieldBytes: 100,
  /** Deadline of an unpaid order. */
  orderMinutes: 30,
  /**
   * Deadline in days for payment by bank transfer: transfers take a working day or two, and the person who pays is
   * seldom the one who orders.
   */
  transferOrderDays: 7,
  /** Unpaid orders, per account at a time. */
  waitingOrders: 10,
  /** An unused package is refunded in full within the first, the rest of a package within the second. */
  wholeRefundDays: 7,
  refundDays: 90,
  /**
   * A link package at more than so many times the unit price of the next larger one sets no price of used units: it was
   * a mistake.
   */
  refundTierTimes: 2,
  /** Four-eyes approval: a refund, a bank transfer or a withdrawal above this needs two people: 50,000 yuan. */
  fourEyesHao: 500_000_000,
  /**
   * What one member of staff may move alone per day, over all customers: ten times the limit of one act, a busy day's
   * refunds.
   */
  fourEyesDayHao: 5_000_000_000,
  /**
   * A price, a package or a coupon further than this from the public price needs two people: larger rebates are
   * contracts, and a mistyped digit is a factor of ten.
   */
  priceBandPercent: 20,
  /** Age of the public price used for comparison: steps within the band don't add up to more than one band a month. */
  priceBandDays: 30,
  /** Attempts for a mail before it is given up: with the queue's backoff about an hour and a half. */
  mailTries: 10,
  /** Retention of a mail after its end, including attachments. */
  mailDays: 30,
  /** Notifications by SMS to one member per day; the message centre has the rest. */
  transactionalMessagesPerDay: 20,
  /** Alerts: rules of an account, people and group chat robots that they reach. */
  alertRules: 100,
  alertContacts: 10,
  alertContactNameCharacters: 20,
  alertRobots: 5,
  /** Upper bound of the minimum message count that a rule on a share may set. */
  minAlertCount: 1_000_000,
  /** Alert SMS to one number per day; the platform pays for them. */
  alertMessagesPerDay: 30,
  /** Tests that a member may send per hour. */
  alertTestsPerHour: 10,
  /** How long a message that a group chat robot refuses is retried. */
  robotMinutes: 30,
  /** Retention of ended alerts, as of the audit logs. */
  alertDays: 190,
  /** Subjects of one rule (numbers, addresses) in one notification; many more are one attack. */
  alertSubjects: 20,
  /** Retention of the message centre. */
  accountMessageDays: 180,
  /** Minimum retention of both audit logs; the database enforces it. */
  auditLogDays: 190,
  /** Days of one search in an audit log. */
  auditLogQueryDays: 180,
  /** Lines that one run adds to a hash chain. */
  chainedLines: 500,
  /** Accounts chosen one by one for an announcement. */
  announcementAccounts: 200,
  announcementCharacters: 20_000,
  /** Webhooks of an app: one per event kind is enough. */
  webhooks: 6,
  webhookUrlCharacters: 500,
  webhookTestsPerMinute: 10,
  /** Events in one request to a webhook. */
  webhookEvents: 100,
  /** Lease of pulled events: unacknowledged ones are delivered again afterwards. */
  pullLeaseSeconds: 60,
  /** Accounts of apps for SMPP and CMPP: the defaults, and the maximum that the owner may set. */
  esmeWindow: 50,
  cmppWindow: 16,
  esmeWindowAtMost: 500,
  esmeRate: 100,
  esmeRateAtMost: 2_000,
  esmeSessions: 4,
  esmeSessionsAtMost: 20,
  /** A session without a sign of life for this long belonged to a killed program. */
  esmeSessionExpiresSeconds: 15,
  /**
   * How long parts wait for the others of their text: a throttled sender needs seconds, a reconnecting one a few
   * minutes.
   */
  esmePartMinutes: 10,
  /**
   * How long a submit by SMPP or CMPP is known by its own id: as long as the carrier's report may take, and a day more.
   */
  esmeSubmitHours: 96,
  pullEvents: 1_000,
  /** Retention of events that are neither pulled nor taken by SMPP or CMPP. */
  pullHours: 72,
  /** How long an event is retried; then it becomes a dead letter. */
  webhookHours: 48,
  /**
   * Staff are notified when an event is due for this long at a working webhook: a queue of thousands is empty by then.
   */
  eventWaitMinutes: 5,
  /** System alerts to staff: an enabled channel without a connection, longer than a restart takes. */
  channelDownMinutes: 2,
  /** A one-time code or notification is due for this long; the code is over after five minutes. */
  outboxWaitMinutes: 3,
  /** Of the codes and notifications of the last whole hour, from this many on at most this share may lack a report. */
  minReportedCount: 50,
  unreportedPercent: 50,
  /** A submission waits for review over a night, and a working day after it. */
  reviewWaitMinutes: 24 * 60,
  /** Tries of one job: with the queue's backoff ten minutes. */
  failingJobTries: 7,
  /** Notices to staff on duty: robots and addresses. */
  onCallReceivers: 20,
  onCallNameCharacters: 20,
  /** An alert that lasts shorter is not announced, and one that returns sooner is the same: no notices in turn. */
  onCallCalmMinutes: 1,
  /** Tests to one receiver in a minute. */
  onCallTestsPerMinute: 5,
  /** Retention of episodes and deliveries. */
  onCallDays: 90,
  /** A webhook without a success for this long is switched off. */
  webhookFailingHours: 24,
  /** How long dead letters can be redelivered. */
  parkedEventDays: 15,
  /** Retention of delivered events and of the delivery log. */
  deliveryLogDays: 7,
  /** Time-out of a page's query; anything longer is a job, never a call. */
  readAnswerMs: 30_000,
  /** Time-out of an act: a shorter one would leave people not knowing whether it was done. */
  actAnswerMs: 120_000,
} as const

/** Frequency limits per number: by signature for one-time codes, by template otherwise. */
export const frequencyLimits = {
  otp: [
    { windowMinutes: 1, most: 1 },
    { windowMinutes: 60, most: 5 },
    { windowMinutes: 1440, most: 10 },
  ],
  transactional: [{ windowMinutes: 1440, most: 50 }],
  marketing: [{ windowMinutes: 1440, most: 50 }],
} as const
