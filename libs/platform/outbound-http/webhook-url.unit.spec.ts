import { describe, expect, it } from 'vitest';
import { assertWebhookUrl, WebhookUrlError } from './webhook-url.js';

const strict = { allowPrivate: false, allowHttp: false };
const relaxed = { allowPrivate: true, allowHttp: true };

it.each([
  'https://hooks.example.com/transledger?team=1#part',
  'https://hooks.example.com:8443/',
  'https://hooks.example.com:80/',
  'https://hooks.example.com:443/',
  'https://hooks.example.com:1024/',
  'https://8.8.8.8/hook',
  'https://[2606:4700:4700::1111]/hook',
  'https://münchen.example/hook',
  `https://hooks.example.com/${'x'.repeat(2_022)}`,
])('the URL %j may be a webhook', (url) => expect(assertWebhookUrl(url, strict)).toBeInstanceOf(URL));

describe('a refused webhook URL', () => {
  it.each([
    ['characters', `https://hooks.example.com/${'x'.repeat(2_023)}`],
    ['absolute URL', ''],
    ['absolute URL', 'hooks.example.com'],
    ['absolute URL', '/hook'],
    ['absolute URL', 'https://'],
    ['absolute URL', 'https://exa mple.com'],
    ['absolute URL', 'https://256.1.1.1/'],
    ['must begin with https://', 'http://hooks.example.com/'],
    ['must begin with https://', 'ftp://hooks.example.com/'],
    ['must begin with https://', 'file:///etc/passwd'],
    ['must begin with https://', 'javascript:alert(1)'],
    ['user name', 'https://user@hooks.example.com/'],
    ['user name', 'https://user:secret@hooks.example.com/'],
    ['user name', 'https://hooks.example.com@127.0.0.1/'],
    ['port below 1024', 'https://hooks.example.com:22/'],
    ['port below 1024', 'https://hooks.example.com:1023/'],
    ['port below 1024', 'https://hooks.example.com:0/'],
    ['must not point', 'https://localhost/'],
    ['must not point', 'https://LOCALHOST./'],
    ['must not point', 'https://api.localhost/'],
    ['must not point', 'https://127.0.0.1/'],
    ['must not point', 'https://127.1/'],
    ['must not point', 'https://2130706433/'],
    ['must not point', 'https://0x7f000001/'],
    ['must not point', 'https://0177.0.0.1/'],
    ['must not point', 'https://127.0.0.1./'],
    ['must not point', 'https://１２７.0.0.1/'],
    ['must not point', 'https://0/'],
    ['must not point', 'https://10.0.0.1/'],
    ['must not point', 'https://169.254.169.254/latest/meta-data/'],
    ['must not point', 'https://[::1]/'],
    ['must not point', 'https://[::]/'],
    ['must not point', 'https://[::ffff:127.0.0.1]/'],
    ['must not point', 'https://[::ffff:a9fe:a9fe]/'],
    ['must not point', 'https://[fd00:ec2::254]/'],
    ['must not point', 'https://[64:ff9b::7f00:1]/'],
  ])('the refusal says "%s" for the webhook URL %s', (message, url) => {
    expect(() => assertWebhookUrl(url, strict)).toThrow(WebhookUrlError);
    expect(() => assertWebhookUrl(url, strict)).toThrow(message);
  });

  it('the refusal of a webhook URL does not repeat the URL', () => {
    for (const url of [
      'ftp://user:secret@host.example/',
      'https://user:secret@host.example/',
      'https://secret .example',
    ]) {
      expect(() => assertWebhookUrl(url, strict)).toThrow(
        expect.not.objectContaining({ message: /secret|host\.example/ }),
      );
    }
  });
});

describe('the relaxed policy', () => {
  it.each(['http://127.0.0.1:9000/', 'http://127.0.0.1:25/', 'http://localhost/', 'https://[::1]/'])(
    'the relaxed policy allows the webhook URL %s',
    (url) => expect(assertWebhookUrl(url, relaxed)).toBeInstanceOf(URL),
  );
  it('the relaxed policy still refuses other schemes and credentials', () => {
    expect(() => assertWebhookUrl('ftp://127.0.0.1/', relaxed)).toThrow('must begin with https:// or http://');
    expect(() => assertWebhookUrl('http://a:b@127.0.0.1/', relaxed)).toThrow('user name');
  });
  it('the policy is relaxed for private addresses and for http independently', () => {
    expect(() => assertWebhookUrl('http://127.0.0.1/', { allowPrivate: false, allowHttp: true })).toThrow(
      'must not point',
    );
    expect(() => assertWebhookUrl('http://127.0.0.1/', { allowPrivate: true, allowHttp: false })).toThrow('https://');
  });
});
