const element = (id) => document.getElementById(id);

async function ask(method, path, body) {
  const answer = await fetch(path, { method, body: body && JSON.stringify(body) });
  const json = await answer.json();
  if (!answer.ok) throw new Error(json.error.message);
  return json;
}

async function attempt(method, path, action, person) {
  try {
    element("problem").textContent = "";
    const options = action && (await ask(method, `${path}/options`, person));
    const { name } = await ask(method, path, await action?.(options));
    element("who").textContent = name ? `Signed in as ${name}` : "Signed out";
    [element("out").hidden, element("leave").hidden] = [name, !name];
  } catch (error) {
    element("problem").textContent = error.message;
  }
}

const make = (options) => navigator.credentials.create({
  publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) });
const use = (options) => navigator.credentials.get({
  publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });

element("up").onclick = () => attempt("POST", "/sign-up", make, { name: element("name").value });
element("in").onclick = () => attempt("POST", "/sign-in", use);
element("leave").onclick = () => attempt("POST", "/sign-out");
attempt("GET", "/me");
