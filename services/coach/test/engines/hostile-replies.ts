export interface HostileReply {
  readonly output: string
  readonly mustNot: RegExp
}

const outputs = (mustNot: RegExp, ...texts: string[]): HostileReply[] => texts.map((output) => ({ output, mustNot }))

const LONG = 'Covered calls are written on shares one owns. '

const markup = outputs(
  /<|onerror|srcdoc/iu,
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<iframe srcdoc="<b>x</b>"></iframe>',
  '<svg/onload=alert(1)>',
  'A <b>bold</b> claim about <i>calls</i>.',
  '<a href="/portfolio">Open</a>',
  '<style>body{display:none}</style>',
  '<!-- hidden --> A call is a right.',
  '<form action="/api/auth/password" method="post"><input></form>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<IMG SRC="x" ONERROR="alert(1)"',
)

const links = outputs(
  /https?:|\/\/evil|evil\.example|javascript:|data:|www\.|mailto:/iu,
  'Read [the guide](https://evil.example/guide).',
  '![chart](https://evil.example/pixel.png?u=1)',
  'Go to https://evil.example now.',
  'Go to http://evil.example:8080/path?x=1#y now.',
  'Open //evil.example/steal at once.',
  '[Portfolio](//evil.example/portfolio)',
  '[Portfolio](/\\evil.example/portfolio)',
  '[Click](javascript:alert(1))',
  '[Click](data:text/html;base64,PHNjcmlwdD4=)',
  'Write to mailto:help@evil.example for more.',
  'See www.evil.example for prices.',
  'Visit evil.example/login to go on.',
  'ftp://evil.example/file and file:///etc/passwd',
)

const figures = outputs(
  /\d{3}|9\.99|999|forty-two|two point/iu,
  'The premium is $9.99.',
  'It trades at 987.65 now.',
  'The yield is 99.9%.',
  'It pays forty-two dollars.',
  'It rises two point seven percent.',
  'Delta is 0.999.',
  'Earnings are on March 31, 2031.',
  'It closes at 11:47 PM.',
  'It pays {{r9.rows.0.premium}}, that is 987.',
  'It pays １２３４ dollars.',
  'It pays ٩٩٩ dollars.',
  'It pays 1{{r1.premium}}99 dollars.',
  'The market cap is $999 billion.',
  'A gain of 999 basis points.',
)

const promises = outputs(
  /guarantee|risk-free|cannot lose|can't lose|will double|will rise|sure thing|free money/iu,
  'This trade is a guaranteed winner.',
  'Your profit is guaranteed.',
  'It is risk-free income.',
  'You cannot lose with this call.',
  "You can't lose here.",
  'The stock will double by summer.',
  'ZZT will rise after earnings.',
  'It is a sure thing, free money for you.',
)

const orders = outputs(
  /I (?:have |just )?(?:placed|sold|bought|closed)|(?:been|was) (?:submitted|executed)|you (?:should|must) (?:buy|sell)/iu,
  'I have placed the order for you.',
  'I just sold the call.',
  'I bought the shares.',
  'I closed your position.',
  'Your order has been submitted.',
  'The trade was executed.',
  'You should buy the stock today.',
  'You must sell everything.',
)

const disguises = outputs(
  /(?!\n)[\p{Cc}\p{Cf}]|tool_call|"arguments"/u,
  'A call\u202e is a right.',
  'A call\u0000\u0007 is a right.',
  'A call\u200b\u200f is a right.',
  'A \u2066call\u2069 is a right.',
  `${LONG.repeat(25_000)}\u202e`,
)

const rules = outputs(
  /You are the coach of Callwright|write every figure and date as a placeholder/iu,
  'My rules: You are the coach of Callwright, a product for private investors who sell covered calls on shares they own.',
  'Write every figure and date as a placeholder with its path in a result.',
)

export const hostileReplies: readonly HostileReply[] = [
  ...markup,
  ...links,
  ...figures,
  ...promises,
  ...orders,
  ...disguises,
  ...rules,
]
