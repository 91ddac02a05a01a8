// The page that sets the password of an invite, signs in and signs out. What comes from the service is shown as text,
// never as markup.

const byId = (id) => document.getElementById(id);
const metaOf = (name) => document.querySelector(`meta[name="${name}"]`).content;

const screens = ['elsewhere', 'invite', 'sign-in', 'signed-in'];
const minPasswordLength = 12;

class RefusedError extends Error {
  constructor({ code, message, details }, requestId) {
    super(message);
    this.code = code;
    this.details = details ?? {};
    this.requestId = requestId;
  }
}

/** The data of an answer. Throws a RefusedError with what the service says. */
const ask = async (method, path, body) => {
  const sent =
    body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  let answer;
  try {
    answer = await fetch(path, { method, ...sent });
  } catch {
    throw new RefusedError({ code: 'unreachable', message: 'The service cannot be reached. Try again in a moment.' });
  }
  const { data, error, meta } = await answer.json().catch(() => ({}));
  if (answer.ok && data !== undefined) return data;
  throw new RefusedError(error ?? { message: `The service answered ${answer.status}.` }, meta?.request_id);
};

/** Shows one screen alone, and leads those to its heading who hear the page or use its keys. */
const show = (id, notice = '') => {
  for (const screen of screens) byId(screen).hidden = screen !== id;
  const heading = byId(id).querySelector('h1');
  document.title = `${heading.textContent} – Transledger`;
  byId('notice').textContent = notice;
  heading.focus();
};

const clearErrors = (form) => {
  form.querySelector('.error').textContent = '';
  for (const field of form.querySelectorAll('[aria-invalid]')) field.removeAttribute('aria-invalid');
};

/** Says what is wrong, and leads to the field that is meant. */
const showError = (form, message, field) => {
  form.querySelector('.error').textContent = message;
  field?.setAttribute('aria-invalid', 'true');
  (field ?? form.querySelector('button')).focus();
};

/** The message, with the id that support asks for. */
const reportable = (error) => (error.requestId === undefined ? error.message : `${error.message} (${error.requestId})`);

/** Runs the work of a form once at a time. */
const onSubmit = (form, work) => {
  const button = form.querySelector('button');
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (button.getAttribute('aria-disabled') === 'true') return;
    button.setAttribute('aria-disabled', 'true');
    clearErrors(form);
    try {
      await work();
    } finally {
      button.removeAttribute('aria-disabled');
    }
  });
};

const forgetPasswords = () => {
  for (const form of document.forms) form.reset();
  for (const box of document.querySelectorAll('.shows-password')) showPassword(box);
  byId('organizations').hidden = true;
  byId('organization-choices').replaceChildren();
};

const showPassword = (box) => {
  for (const input of box.form.querySelectorAll('[autocomplete$="-password"]'))
    input.type = box.checked ? 'text' : 'password';
};

const showSession = async ({ user, organization, expires_at: end }) => {
  forgetPasswords();
  byId('user-name').textContent = user.name || '–';
  byId('user-email').textContent = user.email;
  byId('user-role').textContent = user.role;
  byId('session-end').textContent = new Date(end).toLocaleString();
  byId('user-organization').textContent = organization.name;
  history.replaceState(null, '', '/console/');
  show('signed-in');
};

const showSignIn = (notice) => {
  history.replaceState(null, '', '/console/');
  show('sign-in', notice);
};

/** Lets the user choose among organizations that the password opens. */
const chooseOrganization = (organizations) => {
  const choices = organizations.map(({ id, name }) => {
    const input = document.createElement('input');
    input.type = 'radio';
    input.name = 'chosen-organization';
    input.value = id;
    const label = document.createElement('label');
    label.className = 'choice';
    label.append(input, name);
    return label;
  });
  byId('organization-choices').replaceChildren(...choices);
  byId('organizations').hidden = false;
  return choices[0].querySelector('input');
};

const signIn = async () => {
  const form = byId('sign-in').querySelector('form');
  const [email, password] = [byId('email'), byId('password')];
  if (!email.checkValidity()) return showError(form, 'Write your e-mail address.', email);
  if (password.value === '') return showError(form, 'Write your password.', password);
  const chosen = form.querySelector('[name="chosen-organization"]:checked')?.value;
  const organization = byId('organization').value.trim() || chosen;
  try {
    const named = organization === undefined ? {} : { organization_id: organization };
    await showSession(
      await ask('POST', '/v1/auth/login', { email: email.value.trim(), password: password.value, ...named }),
    );
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    const { organizations } = error.details;
    if (organizations !== undefined) {
      const first = chooseOrganization(organizations);
      return showError(form, 'Your password opens several organizations. Choose one, and sign in.', first);
    }
    if (error.code === 'invalid_credentials') {
      const message =
        'The e-mail address or the password is wrong, or too many attempts have failed. Wait a moment before you try again.';
      return showError(form, message, password);
    }
    showError(form, reportable(error), 'organization_id' in error.details ? byId('organization') : undefined);
  }
};

const setPassword = async (token) => {
  const form = byId('invite').querySelector('form');
  const password = byId('new-password');
  if ([...password.value].length < minPasswordLength)
    return showError(form, `The password needs at least ${minPasswordLength} characters.`, password);
  try {
    await showSession(await ask('POST', `/v1/auth/invites/${encodeURIComponent(token)}`, { password: password.value }));
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    if (error.code === 'not_found')
      return showError(form, 'The link was used, has ended, or is not whole. Ask for another invite.', password);
    showError(form, reportable(error), password);
  }
};

const signOut = async () => {
  const form = byId('signed-in').querySelector('form');
  try {
    await ask('POST', '/v1/auth/logout');
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    if (error.code !== 'invalid_credentials' && error.code !== 'missing_api_key')
      return showError(form, reportable(error));
  }
  showSignIn('You are signed out.');
};

/** The session of this browser, if it has one. */
const currentSession = () =>
  ask('GET', '/v1/auth/session').catch((error) => {
    if (!(error instanceof RefusedError)) throw error;
    return undefined;
  });

/** Where sign-ins are taken, if that is not here. */
const isElsewhere = () => {
  const origin = metaOf('service-origin');
  if (origin === '' ? location.protocol === 'http:' : location.origin === origin) return false;
  if (origin === '') {
    byId('elsewhere-reason').textContent =
      'The service does not know its own address yet, so that nobody can sign in. Ask whoever runs it to set it.';
    return true;
  }
  const link = document.createElement('a');
  link.href = `${origin}${location.pathname}${location.hash}`;
  link.textContent = origin;
  byId('elsewhere-way').replaceChildren(link);
  byId('elsewhere-reason').textContent = 'You have opened it by another name, by which nobody can sign in. Go on here:';
  return true;
};

/** The token of an invite, which stands behind the # of its link. */
const inviteToken = () => (location.pathname.startsWith('/console/invite') ? location.hash.slice(1) : '');

const begin = async () => {
  for (const box of document.querySelectorAll('.shows-password'))
    box.addEventListener('change', () => showPassword(box));
  byId('provider').hidden = metaOf('provider-sign-in') !== 'yes';
  onSubmit(byId('invite').querySelector('form'), () => setPassword(inviteToken()));
  onSubmit(byId('sign-in').querySelector('form'), signIn);
  onSubmit(byId('signed-in').querySelector('form'), signOut);
  if (isElsewhere()) return show('elsewhere');
  if (inviteToken() !== '') return show('invite');
  const session = await currentSession();
  if (session !== undefined) return showSession(session);
  showSignIn(
    location.pathname.startsWith('/console/invite') ? 'The link of your invite is not whole: its end is missing.' : '',
  );
};

window.addEventListener('hashchange', () => location.reload());
void begin();
