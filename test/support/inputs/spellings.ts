const words = (text: string): string[] => text.trim().split(/\s+/)

/** All spellings of addresses that are not public. */
export const privateSpellings = words(`
  https://127.0.0.1/ https://127.1/ https://127.0.1/ https://2130706433/ https://017700000001/ https://0177.0.0.1/
  https://0x7f000001/ https://0x7f.0.0.1/ https://0X7F.1/ https://%31%32%37.0.0.1/ https://①②⑦.⓪.⓪.①/
  https://１２７。０。０。１/ https://127.0.0.1./ https:127.0.0.1 https:///127.0.0.1/ https://0/ https://0.0.0.0/
  https://0.1.2.3/ https://10.0.0.1/ https://172.16.0.1/ https://172.31.255.255/ https://192.168.1.1/
  https://100.64.0.1/ https://100.100.100.200/ https://168.63.129.16/ https://169.254.169.254/latest/meta-data/
  https://0xa9fea9fe/ https://2852039166/ https://192.0.0.192/ https://192.0.2.1/ https://198.18.0.1/
  https://198.51.100.1/ https://203.0.113.1/ https://192.88.99.1/ https://224.0.0.1/ https://240.0.0.1/
  https://255.255.255.255/ https://[::]/ https://[::1]/ https://[0:0:0:0:0:0:0:1]/ https://[::127.0.0.1]/
  https://[::ffff:127.0.0.1]/ https://[::ffff:7f00:1]/ https://[::ffff:8.8.8.8]/ https://[::ffff:0:127.0.0.1]/
  https://[64:ff9b::127.0.0.1]/ https://[64:ff9b::a9fe:a9fe]/ https://[64:ff9b:1::10.0.0.1]/ https://[2002:7f00:1::]/
  https://[2002:a9fe:a9fe::1]/ https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/ https://[2001:db8::1]/
  https://[3fff::1]/ https://[2001:2::1]/ https://[100::1]/ https://[fe80::1]/ https://[fec0::1]/ https://[fc00::1]/
  https://[fd00:ec2::254]/ https://[ff02::1]/ https://[4000::1]/
`)

/** Cloud metadata addresses: refused even if private addresses are allowed. */
export const metadataSpellings = words(`
  http://169.254.169.254/latest/meta-data/ http://2852039166/ http://168.63.129.16/ http://0xa83f8110/
  http://100.100.100.200/ http://100.100.25800/ http://0x64.0x64.0x64.0xc8/ http://1684301000/
  http://[::ffff:100.100.100.200]/ http://[64:ff9b::100.100.100.200]/ http://[fd00:ec2::254]/
  http://[fd00:0ec2:0:0:0:0:0:0254]/ http://[FD00:EC2::0.0.2.84]/ http://[fd00:ec2::23]/ http://[fd20:ce::254]/
  http://[fe80::a9fe:a9fe]/ http://192.0.0.192/
`)

/** Names that do not resolve to public addresses, and URLs invalid for other reasons. */
export const otherBadUrls: Readonly<Record<string, RegExp>> = {
  'https://localhost/': /a public host/,
  'https://LOCALHOST./': /a public host/,
  'https://api.localhost/': /a public host/,
  'https://db/': /a public host/,
  'https://metadata.google.internal/': /a public host/,
  'https://printer.local/': /a public host/,
  'https://router.home.arpa/': /a public host/,
  'http://example.com/': /begin with https/,
  'ftp://example.com/': /begin with https/,
  'file:///etc/passwd': /begin with https/,
  'gopher://example.com/': /begin with https/,
  'javascript:alert(1)': /begin with https/,
  'https://user@example.com/': /user name/,
  'https://user:pass@example.com/': /user name/,
  'https://example.com@127.0.0.1/': /user name/,
  'https://127.0.0.1#@example.com/': /fragment/,
  'https://example.com/#part': /fragment/,
  'https://example.com:22/': /port 443 or 8443/,
  'https://example.com:25/': /port 443 or 8443/,
  'https://example.com:5432/': /port 443 or 8443/,
  'https://example.com:80/': /port 443 or 8443/,
  'https://127.0.0.1\\@example.com/': /must be a URL/,
  'https://exam\nple.com/': /must be a URL/,
  ' https://example.com/': /must be a URL/,
  'https://exa\u200bmple.com/': /must be a URL/,
  'https://1.2.3.4.5/': /must be a URL/,
  'https://256.1.1.1/': /must be a URL/,
  'https://[fe80::1%25eth0]/': /must be a URL/,
  'https://': /must be a URL/,
  'example.com': /must be a URL/,
  '': /must be a URL/,
  [`https://example.com/${'a'.repeat(2048)}`]: /at most 2048/,
}
