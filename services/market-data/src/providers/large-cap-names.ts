/**
 * Symbols, names and GICS sectors of about 500 large US companies; each entry is `SYMBOL Name`, separated by ` | `.
 * Taken from the S&P 500 constituents of https://github.com/datasets/s-and-p-500-companies (ODC-PDDL). Contains no
 * prices, quotes or other figures.
 */
export const largeCapNames = {
  'Communication Services': `
CHTR Charter Communications | CMCSA Comcast | DIS Walt Disney Company (The) | EA Electronic Arts | ECHO EchoStar |
FOX Fox Corporation (Class B) | FOXA Fox Corporation (Class A) | GOOG Alphabet Inc. (Class C) |
GOOGL Alphabet Inc. (Class A) | LYV Live Nation Entertainment | META Meta Platforms | NFLX Netflix |
NWS News Corp (Class B) | NWSA News Corp (Class A) | OMC Omnicom Group | PSKY Paramount Skydance Corporation |
T AT&T | TKO TKO Group Holdings | TMUS T-Mobile US | TTD Trade Desk (The) | TTWO Take-Two Interactive | VZ Verizon |
WBD Warner Bros. Discovery`,
  'Consumer Discretionary': `
ABNB Airbnb | AMZN Amazon | APTV Aptiv | AZO AutoZone | BBY Best Buy | BKNG Booking Holdings |
CCL Carnival Corporation | CMG Chipotle Mexican Grill | CVNA Carvana | DASH DoorDash | DECK Deckers Brands |
DHI D. R. Horton | DPZ Domino's | DRI Darden Restaurants | EBAY eBay Inc. | EXPE Expedia Group |
F Ford Motor Company | GM General Motors | GPC Genuine Parts Company | GRMN Garmin | HAS Hasbro |
HD Home Depot (The) | HLT Hilton Worldwide | LEN Lennar | LOW Lowe's | LULU Lululemon Athletica |
LVS Las Vegas Sands | MAR Marriott International | MCD McDonald's | MGM MGM Resorts |
NCLH Norwegian Cruise Line Holdings | NKE Nike, Inc. | NVR NVR, Inc. | ORLY O’Reilly Automotive | PHM PulteGroup |
RCL Royal Caribbean Group | RL Ralph Lauren Corporation | ROST Ross Stores | SBUX Starbucks | TJX TJX Companies |
TPR Tapestry, Inc. | TSCO Tractor Supply | TSLA Tesla, Inc. | ULTA Ulta Beauty | WSM Williams-Sonoma, Inc. |
WYNN Wynn Resorts | YUM Yum! Brands`,
  'Consumer Staples': `
ADM Archer Daniels Midland | BF.B Brown–Forman | BG Bunge Global | CASY Casey's | CHD Church & Dwight |
CL Colgate-Palmolive | CLX Clorox | COST Costco | DG Dollar General | DLTR Dollar Tree |
EL Estée Lauder Companies (The) | GIS General Mills | HRL Hormel Foods | HSY Hershey Company (The) |
KDP Keurig Dr Pepper | KHC Kraft Heinz | KMB Kimberly-Clark | KO Coca-Cola Company (The) | KR Kroger | KVUE Kenvue |
MDLZ Mondelez International | MKC McCormick & Company | MNST Monster Beverage | MO Altria | PEP PepsiCo |
PG Procter & Gamble | PM Philip Morris International | SJM J.M. Smucker Company (The) | STZ Constellation Brands |
SYY Sysco | TAP Molson Coors Beverage Company | TGT Target Corporation | TSN Tyson Foods | WMT Walmart`,
  Energy: `
APA APA Corporation | BKR Baker Hughes | COP ConocoPhillips | CVX Chevron Corporation | DVN Devon Energy |
EOG EOG Resources | EQT EQT Corporation | EXE Expand Energy | FANG Diamondback Energy | HAL Halliburton |
KMI Kinder Morgan | MPC Marathon Petroleum | OKE Oneok | OXY Occidental Petroleum | PSX Phillips 66 |
SLB Schlumberger | TPL Texas Pacific Land Corporation | TRGP Targa Resources | VLO Valero Energy |
WMB Williams Companies | XOM ExxonMobil`,
  Financials: `
ACGL Arch Capital Group | AFL Aflac | AIG American International Group | AIZ Assurant |
AJG Arthur J. Gallagher & Co. | ALL Allstate | AMP Ameriprise Financial | AON Aon plc | APO Apollo Global Management |
ARES Ares Management | AXP American Express | BAC Bank of America | BEN Franklin Resources | BLK BlackRock |
BNY BNY Mellon | BRK.B Berkshire Hathaway | BRO Brown & Brown | BX Blackstone Inc. | C Citigroup | CB Chubb Limited |
CBOE Cboe Global Markets | CFG Citizens Financial Group | CINF Cincinnati Financial | CME CME Group |
COF Capital One | COIN Coinbase | CPAY Corpay | EG Everest Group | ERIE Erie Indemnity | FDS FactSet |
FIS Fidelity National Information Services | FISV Fiserv | FITB Fifth Third Bancorp | GL Globe Life |
GPN Global Payments | GS Goldman Sachs | HBAN Huntington Bancshares | HIG Hartford (The) | HOOD Robinhood Markets |
IBKR Interactive Brokers | ICE Intercontinental Exchange | IVZ Invesco | JKHY Jack Henry & Associates |
JPM JPMorgan Chase | KEY KeyCorp | KKR KKR & Co. | L Loews Corporation | MA Mastercard | MCO Moody's Corporation |
MET MetLife | MRSH Marsh McLennan | MS Morgan Stanley | MSCI MSCI Inc. | MTB M&T Bank | NDAQ Nasdaq, Inc. |
NTRS Northern Trust | PFG Principal Financial Group | PGR Progressive Corporation | PNC PNC Financial Services |
PRU Prudential Financial | PYPL PayPal | RF Regions Financial Corporation | RJF Raymond James Financial |
SCHW Charles Schwab Corporation | SPGI S&P Global | STT State Street Corporation | SYF Synchrony Financial |
TFC Truist Financial | TROW T. Rowe Price | TRV Travelers Companies (The) | USB U.S. Bancorp | V Visa Inc. |
WFC Wells Fargo | WRB W. R. Berkley Corporation | WTW Willis Towers Watson | XYZ Block, Inc.`,
  'Health Care': `
A Agilent Technologies | ABBV AbbVie | ABT Abbott Laboratories | ALGN Align Technology | AMGN Amgen |
BAX Baxter International | BDX Becton Dickinson | BIIB Biogen | BMY Bristol Myers Squibb | BSX Boston Scientific |
CAH Cardinal Health | CI Cigna | CNC Centene Corporation | COO Cooper Companies (The) | COR Cencora |
CRL Charles River Laboratories | CVS CVS Health | DGX Quest Diagnostics | DHR Danaher Corporation | DVA DaVita |
DXCM Dexcom | ELV Elevance Health | EW Edwards Lifesciences | GEHC GE HealthCare | GILD Gilead Sciences |
HCA HCA Healthcare | HSIC Henry Schein | HUM Humana | IDXX Idexx Laboratories | INCY Incyte | IQV IQVIA |
ISRG Intuitive Surgical | JNJ Johnson & Johnson | LH Labcorp | LLY Lilly (Eli) | MCK McKesson Corporation |
MDT Medtronic | MRK Merck & Co. | MRNA Moderna | MTD Mettler Toledo | PFE Pfizer | PODD Insulet Corporation |
REGN Regeneron Pharmaceuticals | RMD ResMed | RVTY Revvity | SOLV Solventum | STE Steris | SYK Stryker Corporation |
TECH Bio-Techne | TMO Thermo Fisher Scientific | UHS Universal Health Services | UNH UnitedHealth Group |
VEEV Veeva Systems | VRTX Vertex Pharmaceuticals | VTRS Viatris | WAT Waters Corporation |
WST West Pharmaceutical Services | ZBH Zimmer Biomet | ZTS Zoetis`,
  Industrials: `
ADP Automatic Data Processing | ALLE Allegion | AME Ametek | AOS A. O. Smith | AXON Axon Enterprise | BA Boeing |
BLDR Builders FirstSource | BR Broadridge Financial Solutions | CARR Carrier Global | CAT Caterpillar Inc. |
CHRW C.H. Robinson | CMI Cummins | CPRT Copart | CSX CSX Corporation | CTAS Cintas | DAL Delta Air Lines |
DE Deere & Company | DOV Dover Corporation | EFX Equifax | EME Emcor | EMR Emerson Electric | ETN Eaton Corporation |
EXPD Expeditors International | FAST Fastenal | FDX FedEx | FDXF FedEx Freight | FIX Comfort Systems USA |
FTV Fortive | GD General Dynamics | GE GE Aerospace | GEV GE Vernova | GNRC Generac | GWW W. W. Grainger |
HII Huntington Ingalls Industries | HON Honeywell Technologies | HONA Honeywell Aerospace |
HUBB Hubbell Incorporated | HWM Howmet Aerospace | IEX IDEX Corporation | IR Ingersoll Rand |
ITW Illinois Tool Works | J Jacobs Solutions | JBHT J.B. Hunt | JCI Johnson Controls | LDOS Leidos | LHX L3Harris |
LII Lennox International | LMT Lockheed Martin | LUV Southwest Airlines | MAS Masco | MMM 3M |
NDSN Nordson Corporation | NOC Northrop Grumman | NSC Norfolk Southern | ODFL Old Dominion | OTIS Otis Worldwide |
PAYX Paychex | PCAR Paccar | PH Parker Hannifin | PNR Pentair | PWR Quanta Services | ROK Rockwell Automation |
ROL Rollins, Inc. | RSG Republic Services | RTX RTX Corporation | SNA Snap-on | SWK Stanley Black & Decker |
TDG TransDigm Group | TT Trane Technologies | TXT Textron | UAL United Airlines Holdings | UBER Uber |
UNP Union Pacific Corporation | UPS United Parcel Service | URI United Rentals | VLTO Veralto |
VRSK Verisk Analytics | VRT Vertiv | WAB Wabtec | WM Waste Management | XYL Xylem Inc.`,
  'Information Technology': `
AAPL Apple Inc. | ACN Accenture | ADBE Adobe Inc. | ADI Analog Devices | ADSK Autodesk | AKAM Akamai Technologies |
AMAT Applied Materials | AMD Advanced Micro Devices | ANET Arista Networks | APH Amphenol | APP AppLovin |
AVGO Broadcom | CDNS Cadence Design Systems | CDW CDW Corporation | CIEN Ciena | COHR Coherent Corp. |
CRM Salesforce | CRWD CrowdStrike | CSCO Cisco | CTSH Cognizant | DDOG Datadog | DELL Dell Technologies |
FFIV F5, Inc. | FICO Fair Isaac | FLEX Flex Ltd. | FSLR First Solar | FTNT Fortinet | GDDY GoDaddy | GEN Gen Digital |
GLW Corning Inc. | HPE Hewlett Packard Enterprise | HPQ HP Inc. | IBM IBM | INTC Intel | INTU Intuit | IT Gartner |
JBL Jabil | KEYS Keysight Technologies | KLAC KLA Corporation | LITE Lumentum | LRCX Lam Research |
MCHP Microchip Technology | MPWR Monolithic Power Systems | MRVL Marvell Technology | MSFT Microsoft |
MSI Motorola Solutions | MU Micron Technology | NOW ServiceNow | NTAP NetApp | NVDA Nvidia | NXPI NXP Semiconductors |
ON ON Semiconductor | ORCL Oracle Corporation | PANW Palo Alto Networks | PLTR Palantir Technologies | PTC PTC Inc. |
Q Qnity Electronics | QCOM Qualcomm | ROP Roper Technologies | SMCI Supermicro | SNDK Sandisk | SNPS Synopsys |
STX Seagate Technology | SWKS Skyworks Solutions | TDY Teledyne Technologies | TEL TE Connectivity | TER Teradyne |
TRMB Trimble Inc. | TXN Texas Instruments | TYL Tyler Technologies | VRSN Verisign | WDAY Workday, Inc. |
WDC Western Digital | ZBRA Zebra Technologies`,
  Materials: `
ALB Albemarle Corporation | AMCR Amcor | APD Air Products | AVY Avery Dennison | BALL Ball Corporation |
CF CF Industries | CRH CRH plc | CTVA Corteva | DD DuPont | DOW Dow Inc. | ECL Ecolab | FCX Freeport-McMoRan |
IFF International Flavors & Fragrances | IP International Paper | LIN Linde plc | LYB LyondellBasell |
MLM Martin Marietta Materials | MOS Mosaic Company (The) | NEM Newmont | NUE Nucor |
PKG Packaging Corporation of America | PPG PPG Industries | SHW Sherwin-Williams | STLD Steel Dynamics |
SW Smurfit Westrock | VMC Vulcan Materials Company`,
  'Real Estate': `
AMT American Tower | ARE Alexandria Real Estate Equities | AVB AvalonBay Communities | BXP BXP, Inc. |
CBRE CBRE Group | CCI Crown Castle | CPT Camden Property Trust | CSGP CoStar Group | DLR Digital Realty |
DOC Healthpeak Properties | EQIX Equinix | EQR Equity Residential | ESS Essex Property Trust |
EXR Extra Space Storage | FRT Federal Realty Investment Trust | HST Host Hotels & Resorts | INVH Invitation Homes |
IRM Iron Mountain | KIM Kimco Realty | MAA Mid-America Apartment Communities | O Realty Income | PLD Prologis |
PSA Public Storage | REG Regency Centers | SBAC SBA Communications | SPG Simon Property Group | UDR UDR, Inc. |
VICI Vici Properties | VTR Ventas | WELL Welltower | WY Weyerhaeuser`,
  Utilities: `
AEE Ameren | AEP American Electric Power | AES AES Corporation | ATO Atmos Energy | AWK American Water Works |
CEG Constellation Energy | CMS CMS Energy | CNP CenterPoint Energy | D Dominion Energy | DTE DTE Energy |
DUK Duke Energy | ED Consolidated Edison | EIX Edison International | ES Eversource Energy | ETR Entergy |
EVRG Evergy | EXC Exelon | FE FirstEnergy | LNT Alliant Energy | NEE NextEra Energy | NI NiSource | NRG NRG Energy |
PCG PG&E Corporation | PEG Public Service Enterprise Group | PNW Pinnacle West Capital | PPL PPL Corporation |
SO Southern Company | SRE Sempra | VST Vistra Corp. | WEC WEC Energy Group | XEL Xcel Energy`,
} as const satisfies Readonly<Record<string, string>>

export function listLargeCaps() {
  return Object.entries(largeCapNames).flatMap(([sector, entries]) =>
    entries.split('|').map((entry) => {
      const [symbol = '', ...words] = entry.trim().split(/\s+/)
      return { symbol, name: words.join(' '), sector: sector as keyof typeof largeCapNames }
    }),
  )
}
