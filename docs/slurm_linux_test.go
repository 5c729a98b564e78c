package docs_test

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/meshcheck/meshcheck/internal/longtest"
)

// slurmConf is a cluster of one machine that pretends to have room for all shards at once.
const slurmConf = `ClusterName=meshcheck
SlurmctldHost=%[1]s(127.0.0.1)
SlurmUser=%[2]s
SlurmdUser=%[2]s
AuthType=auth/munge
AuthInfo=socket=%[3]s/munge.socket
SlurmctldPort=%[4]d
SlurmdPort=%[5]d
SlurmctldPidFile=%[3]s/slurmctld.pid
SlurmdPidFile=%[3]s/slurmd.pid
StateSaveLocation=%[3]s
SlurmdSpoolDir=%[3]s/spool
MailProg=/bin/true
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
ReturnToService=2
SlurmdParameters=config_overrides
SchedulerType=sched/builtin
SchedulerParameters=sched_interval=1,sched_min_interval=0,batch_sched_delay=0
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
NodeName=%[1]s NodeAddr=127.0.0.1 CPUs=64 RealMemory=200000
PartitionName=all Nodes=%[1]s Default=YES MaxTime=UNLIMITED State=UP
`

// TestDocsSlurm runs the job array of the docs on a cluster of its own.
func TestDocsSlurm(t *testing.T) {
	longtest.Skip(t, "starts a cluster")
	scheduler(t, "munged", "slurmctld", "slurmd", "sbatch", "sinfo")
	dir := shardedModels(t)
	conf := startSlurm(t)
	ends(t, dir, command(t, "scale-out.md", "slurm.sh"), 1, "SLURM_CONF="+conf)
	sameAsOneRun(t, dir, "reports")
	if log := readText(t, filepath.Join(dir, "reports/merge.log")); !strings.Contains(string(log), "files: ") {
		t.Errorf("the merge prints\n%s", log)
	}
}

// startSlurm starts a cluster that ends with the test, and returns its configuration.
func startSlurm(t *testing.T) string {
	t.Helper()
	runtime.LockOSThread() // the daemons die with the thread that started them, if not before
	dir := t.TempDir()
	conf := filepath.Join(dir, "slurm.conf")
	t.Setenv("SLURM_CONF", conf)
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	host, _, _ = strings.Cut(host, ".")
	me, err := user.Current()
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, conf, fmt.Sprintf(slurmConf, host, me.Username, dir, freePort(t), freePort(t)))
	key := filepath.Join(dir, "munge.key")
	writeFile(t, key, strings.Repeat("not a secret ", 10))
	if err := os.Chmod(key, 0o400); err != nil {
		t.Fatal(err)
	}
	daemon(t, dir, "munged", "--foreground", "--force", "--num-threads=1", "--key-file="+key, "--socket="+dir+"/munge.socket",
		"--pid-file="+dir+"/munged.pid", "--log-file="+dir+"/munged.log", "--seed-file="+dir+"/munged.seed")
	waitUntil(t, func() bool { _, err := os.Stat(dir + "/munge.socket"); return err == nil })
	daemon(t, dir, "slurmctld", "-D", "-i", "-c", "-f", conf)
	daemon(t, dir, "slurmd", "-D", "-f", conf)
	waitUntil(t, func() bool {
		out, err := exec.CommandContext(t.Context(), "sinfo", "--noheader", "--format=%T").Output()
		return err == nil && strings.TrimSpace(string(out)) == "idle"
	})
	t.Cleanup(func() { _ = exec.Command("scancel", "--user="+me.Username).Run() }) // before the daemons end
	return conf
}

// daemon starts a program that ends with the test, and shows its log if the test fails.
func daemon(t *testing.T, dir, name string, args ...string) {
	t.Helper()
	log, err := os.Create(filepath.Join(dir, name+".out"))
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(name, args...)
	cmd.Stdout, cmd.Stderr = log, log
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		late := time.AfterFunc(2*time.Minute, func() {
			t.Errorf("%s does not end", name)
			_ = cmd.Process.Kill()
		})
		_ = cmd.Wait() // some end by the signal
		late.Stop()
		if text, _ := os.ReadFile(log.Name()); t.Failed() {
			t.Logf("%s:\n%s", name, text)
		}
		_ = log.Close()
	})
}

// waitUntil waits for something that comes soon.
func waitUntil(t *testing.T, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(3 * time.Minute); !done(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("it does not come")
		}
	}
}

func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}
